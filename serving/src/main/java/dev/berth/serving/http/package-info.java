/// Requests as they come in, answers as they go out, and which path leads where.
@NullMarked
package dev.berth.serving.http;

import org.jspecify.annotations.NullMarked;

/// Requests, responses, and routing.
@NullMarked
package dev.berth.serving.http;

import org.jspecify.annotations.NullMarked;

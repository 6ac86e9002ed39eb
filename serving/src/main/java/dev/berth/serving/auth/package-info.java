/// Who asks, and whether they may.
@NullMarked
package dev.berth.serving.auth;

import org.jspecify.annotations.NullMarked;

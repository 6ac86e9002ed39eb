/// Liveness and readiness.
@NullMarked
package dev.berth.serving.health;

import org.jspecify.annotations.NullMarked;

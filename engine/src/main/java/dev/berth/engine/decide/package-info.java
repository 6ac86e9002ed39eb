/// Decisions for single pods, without a queue, a clock or an API server.
@NullMarked
package dev.berth.engine.decide;

import org.jspecify.annotations.NullMarked;

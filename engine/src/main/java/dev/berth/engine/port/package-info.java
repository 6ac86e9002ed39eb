/// The interfaces of the engine to its surroundings: messages in, API calls out, extenders, clock,
/// threads, log and metrics.
@NullMarked
package dev.berth.engine.port;

import org.jspecify.annotations.NullMarked;

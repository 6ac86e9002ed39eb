/// What the engine publishes: decision records, counters, answers to questions. Immutable, for any
/// thread.
@NullMarked
package dev.berth.engine.view;

import org.jspecify.annotations.NullMarked;

/// What the engine publishes: decisions, counters, answers to questions. Immutable, for any thread.
@NullMarked
package dev.berth.engine.view;

import org.jspecify.annotations.NullMarked;

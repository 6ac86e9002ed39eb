/// The records that the engine publishes: decisions, counters, answers to queries. Immutable.
@NullMarked
package dev.berth.engine.view;

import org.jspecify.annotations.NullMarked;

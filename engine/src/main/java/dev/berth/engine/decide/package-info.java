/// Decisions asked for one by one, without a queue, a clock or a cluster.
@NullMarked
package dev.berth.engine.decide;

import org.jspecify.annotations.NullMarked;

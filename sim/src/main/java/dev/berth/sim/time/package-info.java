/// Timers on virtual and real time.
@NullMarked
package dev.berth.sim.time;

import org.jspecify.annotations.NullMarked;

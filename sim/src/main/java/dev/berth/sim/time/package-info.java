/// Time as a thing that can be held: a clock moved by hand, and a queue of what is due when.
@NullMarked
package dev.berth.sim.time;

import org.jspecify.annotations.NullMarked;

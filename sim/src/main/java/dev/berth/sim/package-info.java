/// The embedded cluster in memory, on virtual or real time.
@NullMarked
package dev.berth.sim;

import org.jspecify.annotations.NullMarked;

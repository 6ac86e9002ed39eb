/// Those who make, bind and release volumes.
@NullMarked
package dev.berth.sim.volume;

import org.jspecify.annotations.NullMarked;

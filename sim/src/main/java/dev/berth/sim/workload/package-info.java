/// Generates nodes and pods from a seed.
@NullMarked
package dev.berth.sim.workload;

import org.jspecify.annotations.NullMarked;

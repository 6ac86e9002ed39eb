/// The faults between a scheduler and its control plane, from a script or from a seed.
@NullMarked
package dev.berth.sim.fault;

import org.jspecify.annotations.NullMarked;

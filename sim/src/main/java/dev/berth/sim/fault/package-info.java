/// What may go wrong between a scheduler and its control plane: as data, from a script or from a
/// seed.
@NullMarked
package dev.berth.sim.fault;

import org.jspecify.annotations.NullMarked;

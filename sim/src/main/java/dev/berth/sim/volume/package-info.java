/// The controllers of persistent volumes and claims.
@NullMarked
package dev.berth.sim.volume;

import org.jspecify.annotations.NullMarked;

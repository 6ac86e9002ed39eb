/// Random event sequences of a cluster with faults, and the invariants that must hold.
package dev.berth.engine.simulation;

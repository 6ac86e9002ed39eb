/// Random histories of a cluster with faults, and what must hold whatever happens.
package dev.berth.engine.simulation;

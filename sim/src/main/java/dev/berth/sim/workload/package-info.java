/// Nodes and pods to fill a cluster with, from a seed.
@NullMarked
package dev.berth.sim.workload;

import org.jspecify.annotations.NullMarked;

/// Simulated kubelets: objects pass through stages, each with a delay.
@NullMarked
package dev.berth.sim.stage;

import org.jspecify.annotations.NullMarked;

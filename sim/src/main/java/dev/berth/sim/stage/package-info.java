/// Kubelets and controllers as data: stages that objects pass through, each after its delay.
@NullMarked
package dev.berth.sim.stage;

import org.jspecify.annotations.NullMarked;

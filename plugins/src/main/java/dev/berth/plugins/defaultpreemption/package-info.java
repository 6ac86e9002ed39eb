/// Preemption: evicts pods of lower priority for a pod without a feasible node.
@NullMarked
package dev.berth.plugins.defaultpreemption;

import org.jspecify.annotations.NullMarked;

/// Compares programs that decide cases: Berth against the real kube-scheduler.
@NullMarked
package dev.berth.harness.conformance;

import org.jspecify.annotations.NullMarked;

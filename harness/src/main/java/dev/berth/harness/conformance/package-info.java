/// Compares Berth with the real kube-scheduler on decision cases.
@NullMarked
package dev.berth.harness.conformance;

import org.jspecify.annotations.NullMarked;

/// Prometheus metrics with kube-scheduler's names.
@NullMarked
package dev.berth.observe.metrics;

import org.jspecify.annotations.NullMarked;

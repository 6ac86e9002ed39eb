/// Metrics as Prometheus reads them, under the names operators of kube-scheduler know.
@NullMarked
package dev.berth.observe.metrics;

import org.jspecify.annotations.NullMarked;

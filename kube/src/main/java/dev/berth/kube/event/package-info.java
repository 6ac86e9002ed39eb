/// Kubernetes events: which events are written, when, and how they are combined into series.
@NullMarked
package dev.berth.kube.event;

import org.jspecify.annotations.NullMarked;

/// The objects of dynamic resource allocation (Kubernetes: `resource.k8s.io`).
@NullMarked
package dev.berth.model.device;

import org.jspecify.annotations.NullMarked;

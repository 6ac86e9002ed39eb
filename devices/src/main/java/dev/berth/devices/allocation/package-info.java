/// The structured allocator: it finds devices for claims on a node (kube-scheduler: the package
/// `structured` of dynamic-resource-allocation).
@NullMarked
package dev.berth.devices.allocation;

import org.jspecify.annotations.NullMarked;

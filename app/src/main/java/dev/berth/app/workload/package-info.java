/// Reads manifests and creates their objects in an embedded cluster.
@NullMarked
package dev.berth.app.workload;

import org.jspecify.annotations.NullMarked;

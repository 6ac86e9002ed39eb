/// Plugins of old releases of kube-scheduler, for old configurations.
@NullMarked
package dev.berth.plugins.legacy;

import org.jspecify.annotations.NullMarked;

/// Plugins that kube-scheduler had once and configurations of that time name.
@NullMarked
package dev.berth.plugins.legacy;

import org.jspecify.annotations.NullMarked;

/// Taints and tolerations.
@NullMarked
package dev.berth.plugins.tainttoleration;

import org.jspecify.annotations.NullMarked;

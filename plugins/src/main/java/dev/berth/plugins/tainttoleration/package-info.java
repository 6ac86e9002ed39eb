/// Taints of nodes and what pods put up with.
@NullMarked
package dev.berth.plugins.tainttoleration;

import org.jspecify.annotations.NullMarked;

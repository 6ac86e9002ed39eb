/// Resources: whether a pod fits, the utilization of nodes, and its balance.
@NullMarked
package dev.berth.plugins.noderesources;

import org.jspecify.annotations.NullMarked;

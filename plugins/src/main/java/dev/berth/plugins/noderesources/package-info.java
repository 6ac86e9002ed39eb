/// Resources: whether a pod fits, how full a node would be, how balanced.
@NullMarked
package dev.berth.plugins.noderesources;

import org.jspecify.annotations.NullMarked;

/// Nodes that pods demand or prefer by their labels and names.
@NullMarked
package dev.berth.plugins.nodeaffinity;

import org.jspecify.annotations.NullMarked;

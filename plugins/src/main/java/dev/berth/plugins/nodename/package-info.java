/// Honours a node name given in the pod itself.
@NullMarked
package dev.berth.plugins.nodename;

import org.jspecify.annotations.NullMarked;

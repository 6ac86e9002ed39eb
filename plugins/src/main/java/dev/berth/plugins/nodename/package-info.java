/// The node name in the pod spec.
@NullMarked
package dev.berth.plugins.nodename;

import org.jspecify.annotations.NullMarked;

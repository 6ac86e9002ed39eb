/// The embedded control plane, in memory and on virtual time.
@NullMarked
package dev.berth.sim;

import org.jspecify.annotations.NullMarked;

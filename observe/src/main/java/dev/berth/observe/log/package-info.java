/// The log of the process, in the formats of Kubernetes components.
@NullMarked
package dev.berth.observe.log;

import org.jspecify.annotations.NullMarked;

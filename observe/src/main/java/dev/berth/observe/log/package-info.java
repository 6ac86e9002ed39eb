/// The log of the process, as Kubernetes components write it.
@NullMarked
package dev.berth.observe.log;

import org.jspecify.annotations.NullMarked;

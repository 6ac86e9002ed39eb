/// Pending pods: who is ready, who backs off, who is parked, and which events wake whom.
@NullMarked
package dev.berth.engine.queue;

import org.jspecify.annotations.NullMarked;

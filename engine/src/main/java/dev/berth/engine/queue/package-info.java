/// The scheduling queue: active, backoff, unschedulable and gated pods, and the events that requeue
/// them.
@NullMarked
package dev.berth.engine.queue;

import org.jspecify.annotations.NullMarked;

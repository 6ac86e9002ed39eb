/// The scheduling thread's duty cycle: drain messages, fire timers, schedule one pod, send what is
/// due.
@NullMarked
package dev.berth.engine.loop;

import org.jspecify.annotations.NullMarked;

/// The scheduling loop: drain messages, fire timers, schedule one pod, send API calls.
@NullMarked
package dev.berth.engine.loop;

import org.jspecify.annotations.NullMarked;

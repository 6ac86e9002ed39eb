/// Reads configurations of the scheduler.
@NullMarked
package dev.berth.config;

import org.jspecify.annotations.NullMarked;

/// Reads the configuration of the scheduler.
@NullMarked
package dev.berth.config;

import org.jspecify.annotations.NullMarked;

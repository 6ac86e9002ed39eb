/// The HTTPS endpoint of the scheduler.
@NullMarked
package dev.berth.serving;

import org.jspecify.annotations.NullMarked;

/// Whether the process is alive and ready.
@NullMarked
package dev.berth.serving.health;

import org.jspecify.annotations.NullMarked;

/// The process around the engine: the scheduler of a real cluster.
@NullMarked
package dev.berth.app.process;

import org.jspecify.annotations.NullMarked;

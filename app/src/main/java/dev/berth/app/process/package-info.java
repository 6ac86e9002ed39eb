/// The process of `berth run`: runs the engine against a real cluster.
@NullMarked
package dev.berth.app.process;

import org.jspecify.annotations.NullMarked;

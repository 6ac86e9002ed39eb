/// The scheduler: what an embedder starts, feeds and stops.
@NullMarked
package dev.berth.engine;

import org.jspecify.annotations.NullMarked;

/// The scheduler as a library.
@NullMarked
package dev.berth.engine;

import org.jspecify.annotations.NullMarked;

/// The engine's two doors: messages in, API calls out; and the clock and threads it is given.
@NullMarked
package dev.berth.engine.port;

import org.jspecify.annotations.NullMarked;

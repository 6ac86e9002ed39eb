/// What crosses the border of the scheduling thread: messages in, API calls out.
@NullMarked
package dev.berth.engine.port;

import org.jspecify.annotations.NullMarked;

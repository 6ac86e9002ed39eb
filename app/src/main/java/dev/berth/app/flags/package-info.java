/// Flags as programs in Go take them: their syntax, their types, their messages.
@NullMarked
package dev.berth.app.flags;

import org.jspecify.annotations.NullMarked;

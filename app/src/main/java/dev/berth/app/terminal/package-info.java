/// Text on a terminal: made harmless, measured in columns, coloured where that is wanted.
@NullMarked
package dev.berth.app.terminal;

import org.jspecify.annotations.NullMarked;

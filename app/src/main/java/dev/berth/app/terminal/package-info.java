/// Text on a terminal: escaped, measured in columns, colored.
@NullMarked
package dev.berth.app.terminal;

import org.jspecify.annotations.NullMarked;

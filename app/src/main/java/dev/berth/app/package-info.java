/// The command line.
@NullMarked
package dev.berth.app;

import org.jspecify.annotations.NullMarked;

/// The live view of a cluster on a terminal.
@NullMarked
package dev.berth.app.live;

import org.jspecify.annotations.NullMarked;

/// The in-tree plugins; each has its own package below this one.
@NullMarked
package dev.berth.plugins;

import org.jspecify.annotations.NullMarked;

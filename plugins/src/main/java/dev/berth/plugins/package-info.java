/// The in-tree plugins; each has a package of its own below this one.
@NullMarked
package dev.berth.plugins;

import org.jspecify.annotations.NullMarked;

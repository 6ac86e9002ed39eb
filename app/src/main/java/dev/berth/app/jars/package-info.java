/// Finds, checks and loads plugins from jars and folders, each in its own class loader.
@NullMarked
package dev.berth.app.jars;

import org.jspecify.annotations.NullMarked;

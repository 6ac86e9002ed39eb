/// Plugins from jars: found, checked, and each loaded apart from the others.
@NullMarked
package dev.berth.app.jars;

import org.jspecify.annotations.NullMarked;

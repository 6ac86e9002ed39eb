/// Features that nodes declare and pods need.
@NullMarked
package dev.berth.plugins.nodedeclaredfeatures;

import org.jspecify.annotations.NullMarked;

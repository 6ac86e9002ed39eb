/// Features that nodes declare and pods require.
@NullMarked
package dev.berth.plugins.nodedeclaredfeatures;

import org.jspecify.annotations.NullMarked;

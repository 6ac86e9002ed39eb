/// Tests that need several modules at once; nothing is shipped from here.
@NullMarked
package dev.berth.it;

import org.jspecify.annotations.NullMarked;

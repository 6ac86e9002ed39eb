/// Orders the active queue by priority and time.
@NullMarked
package dev.berth.plugins.prioritysort;

import org.jspecify.annotations.NullMarked;

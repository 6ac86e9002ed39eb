/// Orders ready pods by priority, then by age.
@NullMarked
package dev.berth.plugins.prioritysort;

import org.jspecify.annotations.NullMarked;

/// Gates pods that have scheduling gates.
@NullMarked
package dev.berth.plugins.schedulinggates;

import org.jspecify.annotations.NullMarked;

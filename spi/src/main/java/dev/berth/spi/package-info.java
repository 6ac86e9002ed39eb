/// Everything a plugin author compiles against.
@NullMarked
package dev.berth.spi;

import org.jspecify.annotations.NullMarked;

/// Asking a scheduler why, and putting its answers into words.
@NullMarked
package dev.berth.app.ask;

import org.jspecify.annotations.NullMarked;

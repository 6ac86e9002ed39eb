/// Keeps pods with scheduling gates out of the queue.
@NullMarked
package dev.berth.plugins.schedulinggates;

import org.jspecify.annotations.NullMarked;

/// Puts pods near some pods and away from others.
@NullMarked
package dev.berth.plugins.interpodaffinity;

import org.jspecify.annotations.NullMarked;

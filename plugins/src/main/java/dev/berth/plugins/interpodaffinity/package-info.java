/// Pod affinity and anti-affinity.
@NullMarked
package dev.berth.plugins.interpodaffinity;

import org.jspecify.annotations.NullMarked;

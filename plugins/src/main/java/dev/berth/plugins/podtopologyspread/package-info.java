/// Spreads alike pods evenly over zones, hosts or any other topology.
@NullMarked
package dev.berth.plugins.podtopologyspread;

import org.jspecify.annotations.NullMarked;

/// Topology spread constraints.
@NullMarked
package dev.berth.plugins.podtopologyspread;

import org.jspecify.annotations.NullMarked;

/// Node selectors and node affinity.
@NullMarked
package dev.berth.plugins.nodeaffinity;

import org.jspecify.annotations.NullMarked;

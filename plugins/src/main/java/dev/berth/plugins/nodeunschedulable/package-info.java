/// Cordoned nodes.
@NullMarked
package dev.berth.plugins.nodeunschedulable;

import org.jspecify.annotations.NullMarked;

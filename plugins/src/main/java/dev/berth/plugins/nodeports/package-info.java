/// Ports of the host.
@NullMarked
package dev.berth.plugins.nodeports;

import org.jspecify.annotations.NullMarked;

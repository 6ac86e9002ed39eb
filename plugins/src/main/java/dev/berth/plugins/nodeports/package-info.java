/// Host ports.
@NullMarked
package dev.berth.plugins.nodeports;

import org.jspecify.annotations.NullMarked;

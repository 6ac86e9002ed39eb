/// Volumes that pods claim or use directly.
@NullMarked
package dev.berth.plugins.volumes;

import org.jspecify.annotations.NullMarked;

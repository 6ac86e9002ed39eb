/// Volumes that pods claim or bring along.
@NullMarked
package dev.berth.plugins.volumes;

import org.jspecify.annotations.NullMarked;

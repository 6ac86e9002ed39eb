/// Devices that pods claim.
@NullMarked
package dev.berth.plugins.dynamicresources;

import org.jspecify.annotations.NullMarked;

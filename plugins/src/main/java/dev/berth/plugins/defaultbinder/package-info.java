/// Binds pods by the binding sub-resource.
@NullMarked
package dev.berth.plugins.defaultbinder;

import org.jspecify.annotations.NullMarked;

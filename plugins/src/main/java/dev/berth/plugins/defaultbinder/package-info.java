/// Binds pods with the binding subresource.
@NullMarked
package dev.berth.plugins.defaultbinder;

import org.jspecify.annotations.NullMarked;

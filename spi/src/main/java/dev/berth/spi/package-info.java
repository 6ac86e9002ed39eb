/// Everything a plugin author compiles against.
///
/// A plugin is a class that implements the interfaces of the extension points it needs ([Filter],
/// [Score], [Reserve], [Permit], ...) and a [PluginProvider] that makes it from its arguments.
@NullMarked
package dev.berth.spi;

import org.jspecify.annotations.NullMarked;

/// The API that plugins are compiled against.
///
/// A plugin is a class that implements the interfaces of its extension points ([Filter], [Score],
/// [Reserve], [Permit], ...). A [PluginProvider] creates it from its arguments.
@NullMarked
package dev.berth.spi;

import org.jspecify.annotations.NullMarked;

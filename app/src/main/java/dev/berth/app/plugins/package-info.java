/// `berth plugins`: lists the plugins that a configuration can name.
@NullMarked
package dev.berth.app.plugins;

import org.jspecify.annotations.NullMarked;

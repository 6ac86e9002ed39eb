/// The options that several commands share: the configuration, its plugins, the rate limit.
@NullMarked
package dev.berth.app.options;

import org.jspecify.annotations.NullMarked;

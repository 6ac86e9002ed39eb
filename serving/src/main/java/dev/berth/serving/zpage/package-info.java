/// What operators look at: configuration, flags, state, metrics and profiles.
@NullMarked
package dev.berth.serving.zpage;

import org.jspecify.annotations.NullMarked;

/// What operators look at: configuration, flags, state, metrics and profiles.
@NullMarked
package dev.berth.serving.page;

import org.jspecify.annotations.NullMarked;

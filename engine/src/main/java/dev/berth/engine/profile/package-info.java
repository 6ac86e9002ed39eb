/// Plugin instances by extension point: what a scheduler name stands for.
@NullMarked
package dev.berth.engine.profile;

import org.jspecify.annotations.NullMarked;

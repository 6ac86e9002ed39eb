/// What the scheduling thread publishes for others to read.
@NullMarked
package dev.berth.engine.view;

import org.jspecify.annotations.NullMarked;

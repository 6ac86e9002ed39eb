/// The scheduling cycle: filter, score and pick; explanations and what-ifs.
@NullMarked
package dev.berth.engine.cycle;

import org.jspecify.annotations.NullMarked;

/// One attempt: filter, score, pick, reserve, permit.
@NullMarked
package dev.berth.engine.cycle;

import org.jspecify.annotations.NullMarked;

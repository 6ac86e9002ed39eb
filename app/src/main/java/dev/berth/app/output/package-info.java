/// Prints answers: tables, sections, amounts, durations.
@NullMarked
package dev.berth.app.output;

import org.jspecify.annotations.NullMarked;

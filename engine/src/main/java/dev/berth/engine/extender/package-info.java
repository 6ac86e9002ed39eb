/// Whom of the extenders to ask, about what, and what becomes of their answers.
@NullMarked
package dev.berth.engine.extender;

import org.jspecify.annotations.NullMarked;

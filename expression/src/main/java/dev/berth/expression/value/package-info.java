/// The values of CEL, with the equality, the arithmetic and the texts of cel-go.
@NullMarked
package dev.berth.expression.value;

import org.jspecify.annotations.NullMarked;

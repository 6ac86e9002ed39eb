/// The tree that a selector is evaluated as. Every node charges the cost that cel-go counts for it.
@NullMarked
package dev.berth.expression.eval;

import org.jspecify.annotations.NullMarked;

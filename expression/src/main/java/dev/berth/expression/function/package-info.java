/// The functions that selectors can call: their declarations, implementations and costs.
@NullMarked
package dev.berth.expression.function;

import org.jspecify.annotations.NullMarked;

/// From the text of an expression to the tree that is evaluated. Only this package uses the parser
/// and the type checker of `dev.cel`.
@NullMarked
package dev.berth.expression.compile;

import org.jspecify.annotations.NullMarked;

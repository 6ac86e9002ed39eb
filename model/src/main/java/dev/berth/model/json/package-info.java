/// Immutable JSON values, and their conversion from and to the records of `dev.berth.model`.
@NullMarked
package dev.berth.model.json;

import org.jspecify.annotations.NullMarked;

/// JSON as an immutable tree, and the records of `dev.berth.model` from and to it.
@NullMarked
package dev.berth.model.json;

import org.jspecify.annotations.NullMarked;

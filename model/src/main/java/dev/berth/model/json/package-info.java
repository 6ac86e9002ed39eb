/// The records of `dev.berth.model` from and to JSON.
@NullMarked
package dev.berth.model.json;

import org.jspecify.annotations.NullMarked;

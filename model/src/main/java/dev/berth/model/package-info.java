/// What a scheduler reads, as immutable records.
@NullMarked
package dev.berth.model;

import org.jspecify.annotations.NullMarked;

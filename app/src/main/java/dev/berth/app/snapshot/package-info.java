/// `berth snapshot`.
@NullMarked
package dev.berth.app.snapshot;

import org.jspecify.annotations.NullMarked;

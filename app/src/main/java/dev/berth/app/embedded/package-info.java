/// A complete cluster in one process.
@NullMarked
package dev.berth.app.embedded;

import org.jspecify.annotations.NullMarked;

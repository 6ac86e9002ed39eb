/// `berth version`: shows the versions.
@NullMarked
package dev.berth.app.version;

import org.jspecify.annotations.NullMarked;

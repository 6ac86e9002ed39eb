/// `berth sdk`: writes the repository that plugins are compiled with.
@NullMarked
package dev.berth.app.sdk;

import org.jspecify.annotations.NullMarked;

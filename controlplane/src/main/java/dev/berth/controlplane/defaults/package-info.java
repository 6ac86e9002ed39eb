/// The default values that the API server adds to objects.
@NullMarked
package dev.berth.controlplane.defaults;

import org.jspecify.annotations.NullMarked;

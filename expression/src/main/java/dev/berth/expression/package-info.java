/// CEL selectors of devices in dynamic resource allocation.
@NullMarked
package dev.berth.expression;

import org.jspecify.annotations.NullMarked;

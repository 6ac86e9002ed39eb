/// Calls of extenders: which extenders are interested in a pod, their requests, and the check of
/// their responses.
@NullMarked
package dev.berth.engine.extender;

import org.jspecify.annotations.NullMarked;

/// What each kind demands of objects that clients write: defaults, and what is wrong with them, in
/// the words of the Kubernetes API server.
@NullMarked
package dev.berth.controlplane.rules;

import org.jspecify.annotations.NullMarked;

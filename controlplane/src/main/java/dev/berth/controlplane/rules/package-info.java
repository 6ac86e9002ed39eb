/// The defaults and validation of each kind, with the messages of the Kubernetes API server.
@NullMarked
package dev.berth.controlplane.rules;

import org.jspecify.annotations.NullMarked;

/// A cluster in a test: control plane, controllers, kubelets, scheduler and API.
@NullMarked
package dev.berth.junit;

import org.jspecify.annotations.NullMarked;

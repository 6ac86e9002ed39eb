/// Leader election: one of several replicas holds a lease, renews it, and acts.
@NullMarked
package dev.berth.kube.lease;

import org.jspecify.annotations.NullMarked;

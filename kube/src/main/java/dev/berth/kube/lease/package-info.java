/// Who of several schedulers may act: a lease that one of them holds and renews.
@NullMarked
package dev.berth.kube.lease;

import org.jspecify.annotations.NullMarked;

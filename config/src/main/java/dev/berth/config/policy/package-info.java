/// The Policy documents of kube-scheduler 1.0 to 1.22, and which plugins do today what they ask
/// for.
@NullMarked
package dev.berth.config.policy;

import org.jspecify.annotations.NullMarked;

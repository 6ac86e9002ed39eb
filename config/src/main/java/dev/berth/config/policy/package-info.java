/// The Policy documents of kube-scheduler 1.0 to 1.22, and the plugins that implement them.
@NullMarked
package dev.berth.config.policy;

import org.jspecify.annotations.NullMarked;

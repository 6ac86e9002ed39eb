/// The flags of kube-scheduler, by group, and what they mean.
@NullMarked
package dev.berth.app.flags;

import org.jspecify.annotations.NullMarked;

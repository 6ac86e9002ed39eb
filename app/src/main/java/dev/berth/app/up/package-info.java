/// `berth up`: starts an embedded cluster and the scheduler.
@NullMarked
package dev.berth.app.up;

import org.jspecify.annotations.NullMarked;

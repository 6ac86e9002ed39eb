/// Between the store and a scheduler: watches become messages, writes become requests, and both can
/// go wrong.
@NullMarked
package dev.berth.sim.link;

import org.jspecify.annotations.NullMarked;

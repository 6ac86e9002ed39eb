/// The connection between the store and a scheduler. Watches become messages, writes become
/// requests, and faults can affect both.
@NullMarked
package dev.berth.sim.link;

import org.jspecify.annotations.NullMarked;

/// Dynamic resource allocation: devices for the claims of pods.
@NullMarked
package dev.berth.devices;

import org.jspecify.annotations.NullMarked;

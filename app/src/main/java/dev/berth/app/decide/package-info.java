/// `berth decide`: shows where pods would be scheduled, from manifests.
@NullMarked
package dev.berth.app.decide;

import org.jspecify.annotations.NullMarked;

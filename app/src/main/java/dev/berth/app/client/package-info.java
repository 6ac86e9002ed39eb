/// Sends questions to a running scheduler.
@NullMarked
package dev.berth.app.client;

import org.jspecify.annotations.NullMarked;

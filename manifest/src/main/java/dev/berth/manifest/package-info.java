/// Reads manifest files, with line and column in messages.
@NullMarked
package dev.berth.manifest;

import org.jspecify.annotations.NullMarked;

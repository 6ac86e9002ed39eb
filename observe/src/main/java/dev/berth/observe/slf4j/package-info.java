/// Connects libraries that log through SLF4J to the log of the process.
@NullMarked
package dev.berth.observe.slf4j;

import org.jspecify.annotations.NullMarked;

/// Lets libraries that log through SLF4J write into our log.
@NullMarked
package dev.berth.observe.slf4j;

import org.jspecify.annotations.NullMarked;

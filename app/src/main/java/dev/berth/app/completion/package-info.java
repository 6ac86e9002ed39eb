/// What shells complete, from the commands and options there are.
@NullMarked
package dev.berth.app.completion;

import org.jspecify.annotations.NullMarked;

/// `berth completion`: writes the scripts with which shells complete commands, options and names.
@NullMarked
package dev.berth.app.completion;

import org.jspecify.annotations.NullMarked;

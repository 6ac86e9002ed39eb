/// Makes room for a pod that fits nowhere by evicting pods of lower priority.
@NullMarked
package dev.berth.plugins.defaultpreemption;

import org.jspecify.annotations.NullMarked;

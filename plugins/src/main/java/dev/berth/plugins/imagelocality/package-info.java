/// Images that nodes have already.
@NullMarked
package dev.berth.plugins.imagelocality;

import org.jspecify.annotations.NullMarked;

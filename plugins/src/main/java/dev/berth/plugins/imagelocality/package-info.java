/// Images that are present on nodes.
@NullMarked
package dev.berth.plugins.imagelocality;

import org.jspecify.annotations.NullMarked;

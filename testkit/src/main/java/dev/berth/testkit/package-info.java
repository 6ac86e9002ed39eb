/// What plugin authors and our own tests build clusters and check decisions with.
@NullMarked
package dev.berth.testkit;

import org.jspecify.annotations.NullMarked;

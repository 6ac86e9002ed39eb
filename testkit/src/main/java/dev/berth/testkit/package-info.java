/// Builders and testers for plugin authors and for the project's own tests.
@NullMarked
package dev.berth.testkit;

import org.jspecify.annotations.NullMarked;

/// `berth config`: checks, shows and migrates configurations.
@NullMarked
package dev.berth.app.config;

import org.jspecify.annotations.NullMarked;

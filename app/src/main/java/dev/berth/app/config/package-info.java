/// `berth config`: checks, shows, migrates and upgrades configurations.
@NullMarked
package dev.berth.app.config;

import org.jspecify.annotations.NullMarked;

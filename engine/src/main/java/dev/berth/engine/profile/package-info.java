/// Profiles: plugin instances by extension point, their registered events, and every call of plugin
/// code.
@NullMarked
package dev.berth.engine.profile;

import org.jspecify.annotations.NullMarked;

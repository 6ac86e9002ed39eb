/// The binding cycle: the wait on Permit, PreBind, Bind and PostBind, and API calls.
@NullMarked
package dev.berth.engine.binding;

import org.jspecify.annotations.NullMarked;

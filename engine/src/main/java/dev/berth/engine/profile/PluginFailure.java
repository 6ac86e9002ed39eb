package dev.berth.engine.profile;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/// A call of plugin code that failed: the plugin threw, returned null, or returned a value that is
/// not allowed.
///
/// The message is the text of the pod's event. The cause is what the plugin threw.
public final class PluginFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String plugin;
    private final String extensionPoint;
    private boolean reported;

    private PluginFailure(
            String plugin, String extensionPoint, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.plugin = plugin;
        this.extensionPoint = extensionPoint;
    }

    /// The plugin threw `problem`. If `problem` is the failure of another plugin, which this one
    /// has called through its context, the failure remains that of the other plugin.
    public static PluginFailure of(PluginCall call, String plugin, Throwable problem) {
        if (!(problem instanceof PluginFailure inner)) {
            return new PluginFailure(
                    plugin, call.extensionPoint(), call.text(plugin, textOf(problem)), problem);
        }
        return call == PluginCall.FILTER
                ? inner
                : new PluginFailure(
                        inner.plugin,
                        inner.extensionPoint,
                        call.text(plugin, textOf(inner)),
                        inner);
    }

    /// The plugin returned a value that is not allowed.
    ///
    /// @param message the whole text
    public static PluginFailure invalid(PluginCall call, String plugin, String message) {
        return new PluginFailure(plugin, call.extensionPoint(), message, null);
    }

    public String plugin() {
        return plugin;
    }

    public String extensionPoint() {
        return extensionPoint;
    }

    /// The exception whose stack trace shows where the plugin failed.
    Throwable toLog() {
        Throwable cause = getCause();
        if (cause instanceof PluginFailure inner) {
            return inner.toLog();
        }
        return cause == null ? this : cause;
    }

    /// Marks the failure as reported; false if it was reported before.
    boolean markReported() {
        boolean first = !reported;
        reported = true;
        return getCause() instanceof PluginFailure inner ? inner.markReported() && first : first;
    }

    /// The result of a plugin, which must not be null.
    public static <T> T required(@Nullable T result) {
        return Objects.requireNonNull(result, "the plugin returned null");
    }

    /// The message of an exception, or its class if it has no message.
    public static String textOf(Throwable problem) {
        String message = problem.getMessage();
        return message == null || message.isEmpty() ? problem.toString() : message;
    }
}

package dev.berth.app.cli;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Handles the signals of the process.
///
/// `sun.misc.Signal` is the only API for it. The compiler warns about every direct use, and the
/// warning cannot be suppressed, so this class uses reflection.
public final class Signals {
    private static final int AT_ONCE = 1;

    private Signals() {}

    /// @param stop runs at the first SIGTERM or SIGINT; the second one ends the process at once
    /// @param dump runs at SIGUSR2
    /// @return whether SIGUSR2 can be handled: without `_JAVA_SR_SIGNUM` the JVM reserves it
    public static boolean handle(Runnable stop, Runnable dump) {
        var asked = new AtomicInteger();
        Runnable end =
                () -> {
                    if (asked.incrementAndGet() == 1) {
                        stop.run();
                    } else {
                        Runtime.getRuntime().halt(AT_ONCE);
                    }
                };
        for (String name : List.of("TERM", "INT")) {
            on(name, end);
        }
        return on("USR2", dump);
    }

    /// @return whether the signal can be handled
    public static boolean on(String name, Runnable action) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object ours =
                    Proxy.newProxyInstance(
                            Signals.class.getClassLoader(),
                            new Class<?>[] {handler},
                            (_, method, _) -> {
                                if (method.getName().equals("handle")) {
                                    action.run();
                                }
                                return null;
                            });
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
            return true;
        } catch (ReflectiveOperationException kept) {
            return false;
        }
    }
}

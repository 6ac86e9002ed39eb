package dev.berth.app.cli;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// What the process is told by signals.
///
/// The JDK's own way to hear them, `sun.misc.Signal`, is exported and here to stay, but the
/// compiler warns of it whatever one does; hence by reflection.
public final class Signals {
    private static final int AT_ONCE = 1;

    private Signals() {}

    /// @param stop for the first signal to end; the second ends the process at once
    /// @param dump for the one that asks what is known
    /// @return whether the latter can be heard: without `_JAVA_SR_SIGNUM` the JVM keeps it
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

    /// @return whether it can be heard
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

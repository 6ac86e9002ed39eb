package dev.berth.app.embedded;

import dev.berth.dashboard.DashboardContext;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.ThreadFactory;

/// The files and the token of the dashboard.
public final class EmbeddedDashboard {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SESSION_BYTES = 24;

    private EmbeddedDashboard() {}

    public static DashboardContext context(ThreadFactory threads) {
        return new DashboardContext(System::nanoTime, Thread::sleep, threads);
    }

    /// A random token.
    public static String session() {
        var bytes = new byte[SESSION_BYTES];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}

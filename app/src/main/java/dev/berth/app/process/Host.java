package dev.berth.app.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/// The machine that the process runs on.
public final class Host {
    private static final Path NAME = Path.of("/proc/sys/kernel/hostname");

    private Host() {}

    /// The host name in lower case, as names of objects are.
    public static String name(Map<String, String> environment) {
        String name = environment.getOrDefault("HOSTNAME", "");
        try {
            name = Files.readString(NAME).strip();
        } catch (IOException notLinux) {
            // Other systems than Linux provide the name in the environment.
        }
        return name.isEmpty() ? "localhost" : name.toLowerCase(Locale.ROOT);
    }
}

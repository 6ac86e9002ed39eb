package dev.berth.apiserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Runs the real kubectl against a server.
final class Kubectl {
    private static final long TIMEOUT_SECONDS = 60;

    private final Path folder;

    private Kubectl(Path folder) {
        this.folder = folder;
    }

    /// Skips the test if kubectl is not installed.
    static Kubectl of(EmbeddedApiServer server, Path folder) throws IOException {
        Assumptions.assumeTrue(
                installed(), "kubectl is not on the PATH: what it does is not tried");
        Files.writeString(folder.resolve("config"), server.kubeconfig());
        return new Kubectl(folder);
    }

    private static boolean installed() {
        for (String place : System.getenv().getOrDefault("PATH", "").split(":")) {
            if (Files.isExecutable(Path.of(place, "kubectl"))) {
                return true;
            }
        }
        return false;
    }

    /// @param text the output, including errors
    record Output(int exit, String text) {}

    Output run(String... arguments) {
        return fed("", arguments);
    }

    /// Runs kubectl with a manifest on standard input.
    Output fed(String input, String... arguments) {
        var command = new ArrayList<>(List.of("kubectl"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("KUBECONFIG", folder.resolve("config").toString());
        builder.environment().put("HOME", folder.toString());
        try {
            Process process = builder.start();
            try (OutputStream in = process.getOutputStream()) {
                in.write(input.getBytes(UTF_8));
            }
            String text = new String(process.getInputStream().readAllBytes(), UTF_8);
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(command + " does not end: " + text);
            }
            return new Output(process.exitValue(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Returns the output of a command that must succeed.
    String ok(String... arguments) {
        Output output = run(arguments);
        if (output.exit() != 0) {
            throw new AssertionError(List.of(arguments) + ": " + output.text());
        }
        return output.text();
    }

    String apply(String manifest) {
        Output output = fed(manifest, "apply", "-f", "-");
        if (output.exit() != 0) {
            throw new AssertionError(output.text());
        }
        return output.text();
    }
}

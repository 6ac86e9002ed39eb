package dev.berth.kubeclient;

import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;

import org.jspecify.annotations.Nullable;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// Runs exec plugins and caches their credentials until they expire.
final class ExecRunner {
    static final Duration MAX_LENGTH = Duration.ofMinutes(1);
    private static final int MAX_BYTES = 1 << 20;

    /// The credentials that a plugin printed; absent values are empty.
    record Answer(String token, String certificate, String key, Optional<Instant> expires) {}

    private final Supplier<Instant> now;
    private final Duration max;
    private final ThreadFactory threads;
    private @Nullable Answer last;

    /// @param max the timeout of a plugin
    ExecRunner(Supplier<Instant> now, Duration max, ThreadFactory threads) {
        this.now = now;
        this.threads = threads;
        this.max = max;
    }

    /// Returns the credentials of the plugin.
    ///
    /// @param force whether to run the plugin even if the cached credentials have not expired
    /// @throws IllegalArgumentException if the plugin fails
    Answer credentials(Access.ExecPlugin plugin, boolean force) {
        Answer known = last;
        boolean holds =
                known != null
                        && !force
                        && known.expires().map(until -> now.get().isBefore(until)).orElse(true);
        if (known != null && holds) {
            return known;
        }
        Answer answer = run(plugin);
        last = answer;
        return answer;
    }

    private Answer run(Access.ExecPlugin plugin) {
        var command = new ArrayList<String>();
        command.add(resolved(plugin));
        command.addAll(plugin.args());
        var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        Map<String, String> environment = builder.environment();
        environment.putAll(plugin.environment());
        environment.put("KUBERNETES_EXEC_INFO", information(plugin).text());
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String output = output(plugin, process);
            if (process.exitValue() != 0) {
                throw failed(plugin, "it ended with exit code " + process.exitValue());
            }
            return answer(plugin, output);
        } catch (IOException e) {
            String hint = plugin.installHint().isEmpty() ? "" : "\n" + plugin.installHint();
            throw failed(plugin, "it cannot be started: " + e.getMessage() + hint);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(plugin, "interrupted");
        }
    }

    /// Returns the output of the plugin. Another thread reads it, because a read blocks until the
    /// plugin and all its child processes end.
    private String output(Access.ExecPlugin plugin, Process process) throws InterruptedException {
        var printed = new CompletableFuture<byte[]>();
        threads.newThread(
                        () -> {
                            try (InputStream out = process.getInputStream()) {
                                printed.complete(out.readNBytes(MAX_BYTES));
                            } catch (IOException e) {
                                printed.completeExceptionally(e);
                            }
                        })
                .start();
        try {
            byte[] output = printed.get(max.toMillis(), TimeUnit.MILLISECONDS);
            if (process.waitFor(max.toMillis(), TimeUnit.MILLISECONDS)) {
                return new String(output, StandardCharsets.UTF_8);
            }
        } catch (TimeoutException late) {
            // Reported below.
        } catch (ExecutionException e) {
            throw failed(plugin, "its output cannot be read: " + e.getMessage());
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        throw failed(plugin, "it did not end within " + max.toSeconds() + "s");
    }

    /// Resolves a command with a slash relative to the folder of the kubeconfig.
    private static String resolved(Access.ExecPlugin plugin) {
        String command = plugin.command();
        return command.contains(File.separator) && !new File(command).isAbsolute()
                ? new File(plugin.folder(), command).getPath()
                : command;
    }

    private static Json.Obj information(Access.ExecPlugin plugin) {
        Json.Obj spec = Json.Obj.EMPTY.with("interactive", Json.of(false));
        if (plugin.cluster().isPresent()) {
            spec = spec.with("cluster", plugin.cluster().get());
        }
        return Json.Obj.EMPTY
                .with("kind", "ExecCredential")
                .with("apiVersion", plugin.apiVersion())
                .with("spec", spec);
    }

    private static Answer answer(Access.ExecPlugin plugin, String output) {
        try {
            if (!(Json.parse(output) instanceof Json.Obj object)) {
                throw failed(plugin, "its output is not a JSON object");
            }
            Fields fields = Fields.of(object);
            if (!fields.text("apiVersion", "").equals(plugin.apiVersion())) {
                throw failed(
                        plugin,
                        "its output has apiVersion \"%s\"; \"%s\" is required"
                                .formatted(fields.text("apiVersion", ""), plugin.apiVersion()));
            }
            Fields status = fields.object("status");
            Answer answer =
                    new Answer(
                            status.text("token", ""),
                            status.text("clientCertificateData", ""),
                            status.text("clientKeyData", ""),
                            status.optionalInstant("expirationTimestamp"));
            if (answer.token().isEmpty() && answer.certificate().isEmpty()) {
                throw failed(plugin, "its output has neither a token nor a certificate");
            }
            return answer;
        } catch (JsonException | DecodeException e) {
            throw failed(plugin, "its output is invalid: " + e.getMessage());
        }
    }

    private static IllegalArgumentException failed(Access.ExecPlugin plugin, String why) {
        return new IllegalArgumentException("exec plugin %s: %s".formatted(plugin.command(), why));
    }
}

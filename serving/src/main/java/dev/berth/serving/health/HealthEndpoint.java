package dev.berth.serving.health;

import static java.util.stream.Collectors.joining;

import dev.berth.engine.port.Log;
import dev.berth.model.GoQuoted;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.Router;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/// A group of health checks on one path. The response does not contain the reasons of failures,
/// because all users can access this path. Only the path of the individual check contains the
/// reason.
public final class HealthEndpoint implements Endpoint {
    private final String name;
    private final List<HealthCheck> checks;
    private final HealthObserver observer;
    private final Log log;

    private HealthEndpoint(
            String name, List<HealthCheck> checks, HealthObserver observer, Log log) {
        this.name = name;
        this.checks = checks;
        this.observer = observer;
        this.log = log;
    }

    /// Registers the checks at `/name`, and each check at `/name/check`.
    ///
    /// @param checks a ping if there are none
    public static void install(
            Router paths, String name, List<HealthCheck> checks, HealthObserver observer, Log log) {
        List<HealthCheck> all = checks.isEmpty() ? List.of(HealthCheck.PING) : List.copyOf(checks);
        paths.put("/" + name, new HealthEndpoint(name, all, observer, log));
        for (HealthCheck check : all) {
            paths.put("/" + name + "/" + check.name(), _ -> alone(check));
        }
    }

    private static ServerResponse alone(HealthCheck check) {
        return check.failure()
                .map(why ->
                        ServerResponse.problem(
                                ServerResponse.INTERNAL_ERROR, "internal server error: " + why))
                .orElseGet(() -> ServerResponse.text("ok"));
    }

    @Override
    public ServerResponse answer(ServerRequest call) {
        var excluded = new TreeSet<>(call.query().all("exclude"));
        var unknown = new TreeSet<>(excluded);
        var lines = new StringBuilder();
        var failures = new StringBuilder();
        for (HealthCheck check : checks) {
            if (excluded.contains(check.name())) {
                unknown.remove(check.name());
                lines.append("[+]").append(check.name()).append(" excluded: ok\n");
                continue;
            }
            Optional<String> failure = check.failure();
            observer.checked(check.name(), name, failure.isEmpty());
            if (failure.isPresent()) {
                lines.append("[-]").append(check.name()).append(" failed: reason withheld\n");
                failures.append(failures.isEmpty() ? "" : "; ")
                        .append(check.name())
                        .append(": ")
                        .append(failure.get());
            } else {
                lines.append("[+]").append(check.name()).append(" ok\n");
            }
        }
        if (!unknown.isEmpty()) {
            lines.append("warn: some health checks cannot be excluded: no matches for ")
                    .append(unknown.stream().map(GoQuoted::of).collect(joining(",")))
                    .append('\n');
        }
        if (!failures.isEmpty()) {
            log.info(2, "Health check failed", "endpoint", name, "failures", failures);
            return ServerResponse.problem(
                    ServerResponse.INTERNAL_ERROR, lines + name + " check failed");
        }
        return ServerResponse.text(
                        call.query().has("verbose") ? lines + name + " check passed\n" : "ok")
                .unsniffed();
    }
}

package dev.berth.app.options;

import dev.berth.engine.Engine;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rate limit of kube-scheduler 1.0: a token bucket from which every attempt takes a token.
/// Either option enables it; the other one then has its default.
public final class RateLimitOptions {
    public static final float DEFAULT_QPS = 15;
    public static final int DEFAULT_BURST = 20;

    @Option(
            names = "--bind-pods-qps",
            paramLabel = "RATE",
            description =
                    "maximum scheduling attempts per second (default: no limit; with"
                            + " --bind-pods-burst: 15)")
    private @Nullable Float qps;

    @Option(
            names = "--bind-pods-burst",
            paramLabel = "N",
            description =
                    "maximum scheduling attempts at once after an idle time (default: no limit;"
                            + " with --bind-pods-qps: 20)")
    private @Nullable Integer burst;

    public static RateLimitOptions of(Optional<Float> qps, Optional<Integer> burst) {
        var options = new RateLimitOptions();
        options.qps = qps.orElse(null);
        options.burst = burst.orElse(null);
        return options;
    }

    /// The problems of the values.
    public List<String> problems() {
        var problems = new ArrayList<String>();
        if (qps != null && !(qps > 0 && qps < Float.POSITIVE_INFINITY)) {
            problems.add("--bind-pods-qps must be above 0, was " + qps);
        }
        if (burst != null && burst < 1) {
            problems.add("--bind-pods-burst must be at least 1, was " + burst);
        }
        if (problems.isEmpty() && !countable()) {
            problems.add(
                    "--bind-pods-qps %s is too slow for a --bind-pods-burst of %s: filling the bucket would take more than 100 years"
                            .formatted(rate(), capacity()));
        }
        return problems;
    }

    private boolean countable() {
        try {
            applied(Engine.builder());
            return true;
        } catch (IllegalArgumentException tooSlow) {
            return false;
        }
    }

    private float rate() {
        return qps == null ? DEFAULT_QPS : qps;
    }

    private int capacity() {
        return burst == null ? DEFAULT_BURST : burst;
    }

    /// Sets the rate limit of the engine, if there is one.
    public Engine.Builder applied(Engine.Builder builder) {
        if (qps == null && burst == null) {
            return builder;
        }
        return builder.rateLimit(rate(), capacity());
    }
}

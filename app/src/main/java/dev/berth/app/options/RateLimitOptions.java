package dev.berth.app.options;

import dev.berth.engine.Engine;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rate limit of the first schedulers: a bucket of tokens, of which every attempt takes one.
/// Either flag turns it on, and the other then has its value of that time.
public final class RateLimitOptions {
    public static final float DEFAULT_QPS = 15;
    public static final int DEFAULT_BURST = 20;

    @Option(
            names = "--bind-pods-qps",
            paramLabel = "RATE",
            description = "try this many pods a second (with --bind-pods-burst: 15; else no limit)")
    private @Nullable Float qps;

    @Option(
            names = "--bind-pods-burst",
            paramLabel = "N",
            description =
                    "after a rest, try this many at once (with --bind-pods-qps: 20; else no limit)")
    private @Nullable Integer burst;

    public static RateLimitOptions of(Optional<Float> qps, Optional<Integer> burst) {
        var options = new RateLimitOptions();
        options.qps = qps.orElse(null);
        options.burst = burst.orElse(null);
        return options;
    }

    /// What is wrong with what is given.
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
                    "--bind-pods-qps %s is too slow for a --bind-pods-burst of %s: filling the bucket would take more than a hundred years"
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

    /// Tells the engine, if there is something to tell.
    public Engine.Builder applied(Engine.Builder builder) {
        if (qps == null && burst == null) {
            return builder;
        }
        return builder.rateLimit(rate(), capacity());
    }
}

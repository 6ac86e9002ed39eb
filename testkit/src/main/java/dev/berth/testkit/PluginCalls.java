package dev.berth.testkit;

import dev.berth.model.Pod;
import dev.berth.spi.Plugin;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/// Calls the plugin under test: records the extension points that ran, and reports a null result or
/// an exception with the extension point, the plugin and the pod.
final class PluginCalls {
    private final Plugin plugin;
    private final String name;
    private final Set<TestedPoint> implemented;
    private final ExercisedPoints own = new ExercisedPoints();
    private final List<ExercisedPoints> records = new ArrayList<>(List.of(own));

    PluginCalls(Plugin plugin, String name) {
        this.plugin = plugin;
        this.name = name;
        this.implemented = TestedPoint.of(plugin);
        own.implement(name, implemented);
    }

    /// The name of a plugin without a provider.
    static String nameOf(Plugin plugin) {
        String simple = plugin.getClass().getSimpleName();
        return simple.isEmpty() || plugin.getClass().isHidden() ? "the plugin" : simple;
    }

    Plugin plugin() {
        return plugin;
    }

    /// The name of the plugin.
    String name() {
        return name;
    }

    /// Also records in `points`.
    void recordIn(ExercisedPoints points) {
        points.implement(name, implemented);
        records.add(points);
    }

    void verifyAllPointsExercised() {
        own.verifyAllPointsExercised();
    }

    boolean implement(TestedPoint point) {
        return implemented.contains(point);
    }

    void exercised(TestedPoint point) {
        records.forEach(record -> record.exercise(name, point));
    }

    /// The plugin as the interface of an extension point.
    <T> T as(Class<T> type, TestedPoint point) {
        if (!type.isInstance(plugin)) {
            throw failure(
                    "%s does not implement %s; it implements %s"
                            .formatted(name, point.label(), labels(implemented)));
        }
        exercised(point);
        return type.cast(plugin);
    }

    private static String labels(Set<TestedPoint> points) {
        return points.isEmpty()
                ? "no extension point"
                : points.stream().map(TestedPoint::label).collect(Collectors.joining(", "));
    }

    /// Calls the plugin. Exceptions and null results become messages.
    ///
    /// @param allowed the results that are allowed, such as `Verdict.PASS or a Reject`
    <T> T call(TestedPoint point, Pod pod, String allowed, Callable<@Nullable T> code) {
        @Nullable T result;
        try {
            result = code.call();
        } catch (Exception | StackOverflowError problem) {
            throw thrown(point, pod, problem);
        }
        if (result == null) {
            throw failure(
                    "%s of %s returned null for pod %s; return %s"
                            .formatted(point.label(), name, pod.key(), allowed));
        }
        return result;
    }

    /// As [#call], for a method without a result.
    void run(TestedPoint point, Pod pod, Runnable code) {
        try {
            code.run();
        } catch (RuntimeException | StackOverflowError problem) {
            throw thrown(point, pod, problem);
        }
    }

    private AssertionError thrown(TestedPoint point, Pod pod, Throwable problem) {
        AssertionError failure =
                failure(
                        "%s of %s threw an exception for pod %s: %s"
                                .formatted(point.label(), name, pod.key(), problem));
        failure.initCause(problem);
        return failure;
    }

    void require(boolean holds, String otherwise) {
        if (!holds) {
            throw failure(otherwise);
        }
    }

    /// A failure of the test. It names the extension points that this tester has not run yet.
    AssertionError failure(String message) {
        Set<TestedPoint> missing = own.missing(name);
        return new AssertionError(
                missing.isEmpty()
                        ? message
                        : message
                                + "\n(not run so far: "
                                + labels(missing)
                                + "; verifyAllPointsExercised() asserts that nothing is missing)");
    }
}

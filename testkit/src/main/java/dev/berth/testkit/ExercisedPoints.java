package dev.berth.testkit;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The extension points that tests have run, collected over several testers.
///
/// Most test classes create a [PluginTester] for each test. They share one instance of this class
/// and verify it after the last test:
///
/// ```java
/// private static final ExercisedPoints points = new ExercisedPoints();
/// private final PluginTester tester = PluginTester.of(provider, args).recordIn(points);
///
/// @AfterAll
/// static void everyExtensionPointIsTested() {
///     points.verifyAllPointsExercised();
/// }
/// ```
///
/// Thread-safe, so that the tests can run in parallel.
public final class ExercisedPoints {
    private final Map<String, Set<TestedPoint>> implemented = new TreeMap<>();
    private final Map<String, Set<TestedPoint>> exercised = new TreeMap<>();

    synchronized void implement(String plugin, Set<TestedPoint> points) {
        implemented.computeIfAbsent(plugin, ExercisedPoints::none).addAll(points);
    }

    synchronized void exercise(String plugin, TestedPoint point) {
        exercised.computeIfAbsent(plugin, ExercisedPoints::none).add(point);
    }

    private static Set<TestedPoint> none(String plugin) {
        return EnumSet.noneOf(TestedPoint.class);
    }

    /// What the plugin implements and no test has run.
    synchronized Set<TestedPoint> missing(String plugin) {
        Set<TestedPoint> missing = EnumSet.noneOf(TestedPoint.class);
        missing.addAll(implemented.getOrDefault(plugin, Set.of()));
        missing.removeAll(exercised.getOrDefault(plugin, Set.of()));
        return missing;
    }

    /// Asserts that the tests have run everything that the plugins implement.
    ///
    /// @throws AssertionError with the extension points that no test has run, and the calls that
    ///   run them
    public synchronized void verifyAllPointsExercised() {
        if (implemented.isEmpty()) {
            throw new AssertionError(
                    "no tester records its extension points here; create testers with"
                            + " recordIn(...)");
        }
        String problems =
                implemented.keySet().stream()
                        .filter(plugin -> !missing(plugin).isEmpty())
                        .map(plugin -> problem(plugin, missing(plugin)))
                        .collect(Collectors.joining("\n"));
        if (!problems.isEmpty()) {
            throw new AssertionError(problems);
        }
    }

    private static String problem(String plugin, Set<TestedPoint> missing) {
        return missing.stream()
                .map(point -> "%s (call %s)".formatted(point.label(), point.method()))
                .collect(
                        Collectors.joining(
                                ", ",
                                "no test has run these extension points of " + plugin + ": ",
                                ""));
    }
}

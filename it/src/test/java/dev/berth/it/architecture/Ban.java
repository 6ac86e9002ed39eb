package dev.berth.it.architecture;

import static java.util.function.Predicate.not;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaConstructor;

import java.util.List;
import java.util.function.Predicate;

/// Calls that only the edges of the program may make, and what the rest does instead.
record Ban(String name, String instead, List<Predicate<CodeUnitAccessTarget>> calls) {
    static final List<Ban> ALL =
            List.of(
                    new Ban(
                            "reading the time of the machine",
                            "take it from the Clock",
                            List.of(
                                    call("java.lang.System", "nanoTime|currentTimeMillis"),
                                    target ->
                                            owner(target).startsWith("java.time.")
                                                    && target.getName().equals("now"),
                                    call(
                                            "java.time.Clock",
                                            "system.*|tick(Millis|Seconds|Minutes)"),
                                    call("java.time.InstantSource", "system"),
                                    creation("java.util.Date").and(Ban::hasNoParameters))),
                    new Ban(
                            "chance that no seed repeats",
                            "take it from the seeded generator",
                            List.of(
                                    creation("java.util.Random"),
                                    creation("java.util.SplittableRandom")
                                            .and(Ban::hasNoParameters),
                                    call("java.util.concurrent.ThreadLocalRandom", ".*"),
                                    call("java.lang.Math", "random"),
                                    call("java.lang.StrictMath", "random"),
                                    call("java.util.random.RandomGenerator", "of|getDefault"),
                                    call("java.util.random.RandomGeneratorFactory", "create")
                                            .and(Ban::hasNoParameters),
                                    call("java.util.Collections", "shuffle")
                                            .and(target ->
                                                    target.getRawParameterTypes().size() == 1),
                                    call("java.util.UUID", "randomUUID"))),
                    new Ban(
                            "waiting by the time of the machine",
                            "set a timer, or wait through the PluginContext",
                            List.of(
                                    call("java.lang.Thread", "sleep"),
                                    call(
                                            "java.util.concurrent.TimeUnit",
                                            "sleep|timedWait|timedJoin"),
                                    call(
                                            "java.util.concurrent.locks.LockSupport",
                                            "parkNanos|parkUntil"),
                                    call(
                                            "java.util.concurrent.CompletableFuture",
                                            "orTimeout|completeOnTimeout|delayedExecutor"))),
                    new Ban(
                            "starting threads",
                            "send a message to the scheduling thread, or hand work to the binding"
                                    + " executor",
                            List.of(
                                    creation("java.lang.Thread"),
                                    call(
                                            "java.lang.Thread",
                                            "ofVirtual|ofPlatform|startVirtualThread"),
                                    call("java.util.concurrent.Executors", ".*"),
                                    creation("java.util.concurrent.ThreadPoolExecutor"),
                                    creation("java.util.concurrent.ForkJoinPool"),
                                    call("java.util.concurrent.ForkJoinPool", "commonPool"),
                                    creation("java.util.Timer"))),
                    new Ban(
                            "using the threads of the common pool",
                            "stay on the thread, or name an executor",
                            List.of(
                                    call("java.util.Collection", "parallelStream"),
                                    call("java.util.stream.BaseStream", "parallel"),
                                    call("java.util.Arrays", "parallel.*"),
                                    call("java.util.concurrent.CompletionStage", ".*Async")
                                            .and(not(Ban::namesAnExecutor)))));

    boolean hits(CodeUnitAccessTarget target) {
        return calls.stream().anyMatch(call -> call.test(target));
    }

    private static Predicate<CodeUnitAccessTarget> call(String owner, String names) {
        return target -> target.getName().matches(names) && target.getOwner().isAssignableTo(owner);
    }

    /// Also of a subclass, by the call to its superclass.
    private static Predicate<CodeUnitAccessTarget> creation(String type) {
        return target ->
                target.getName().equals(JavaConstructor.CONSTRUCTOR_NAME)
                        && target.getOwner().isAssignableTo(type);
    }

    private static String owner(CodeUnitAccessTarget target) {
        return target.getOwner().getName();
    }

    private static boolean hasNoParameters(CodeUnitAccessTarget target) {
        return target.getRawParameterTypes().isEmpty();
    }

    private static boolean namesAnExecutor(CodeUnitAccessTarget target) {
        return target.getRawParameterTypes().stream()
                .anyMatch(type -> type.isEquivalentTo(java.util.concurrent.Executor.class));
    }

    @Override
    public String toString() {
        return name;
    }
}

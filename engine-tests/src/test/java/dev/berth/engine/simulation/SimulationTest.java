package dev.berth.engine.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.robustness.FaultPoint;
import dev.berth.engine.robustness.Thrower;

import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeMap;

/// Runs many random event sequences; `-Dsequences=N` sets their number, `-Dtest.seed=S` the first
/// seed.
class SimulationTest {
    private static final int SEQUENCES = Integer.getInteger("sequences", 2_000);

    /// Where the plugin that throws is not asked: nobody is gated or rejected by it.
    private static final Set<FaultPoint> NOT_HERE =
            EnumSet.of(FaultPoint.PRE_ENQUEUE, FaultPoint.HINT);

    /// Off where it is enough to know that something does not hold.
    private static final boolean SHRINK =
            Boolean.parseBoolean(System.getProperty("simulation.shrink", "true"));

    private static final long SEED = Long.getLong("test.seed", 1);

    @Test
    void whateverHappensTheInvariantsHold() {
        var faults = new TreeMap<String, Long>();
        var failures = new TreeMap<String, Long>();
        int[] messages = new int[SEQUENCES];
        int[] pods = new int[SEQUENCES];
        long bound = 0;
        long withVolumes = 0;
        long withClaims = 0;
        long preemptions = 0;
        for (int i = 0; i < SEQUENCES; i++) {
            long seed = SEED + i;
            EventSequence.Result result = live(seed);
            messages[i] = result.messages();
            pods[i] = result.pods();
            bound += result.bound();
            withVolumes += result.boundWithVolumes();
            withClaims += result.boundWithClaims();
            preemptions += result.preemptions();
            result.faults().forEach((id, count) -> faults.merge(id, count, Long::sum));
            result.failures().forEach((where, count) -> failures.merge(where, count, Long::sum));
        }
        Arrays.sort(messages);
        Arrays.sort(pods);
        System.out.printf(
                "%d event sequences from seed %d: %d messages at the median (%d in all), %d pods at"
                    + " the median, %d bound, %d of them with volumes, %d with claims at the end,"
                    + " %d preemptions, faults %s, failures of plugins %s, 0 violations%n",
                SEQUENCES,
                SEED,
                messages[SEQUENCES / 2],
                Arrays.stream(messages).asLongStream().sum(),
                pods[SEQUENCES / 2],
                bound,
                withVolumes,
                withClaims,
                preemptions,
                faults,
                failures);
        if (SEQUENCES >= 100) {
            assertThat(messages[SEQUENCES / 2])
                    .as("median of messages")
                    .isGreaterThanOrEqualTo(100);
            assertThat(pods[SEQUENCES / 2]).as("median of pods").isGreaterThanOrEqualTo(20);
            assertThat(withVolumes).as("pods bound with volumes").isGreaterThanOrEqualTo(SEQUENCES);
            assertThat(withClaims).as("pods bound with claims").isGreaterThanOrEqualTo(SEQUENCES);
            assertThat(preemptions).as("preemptions").isGreaterThan(SEQUENCES);
            assertThat(failures.keySet())
                    .containsAll(
                            Arrays.stream(FaultPoint.values())
                                    .filter(spot -> !NOT_HERE.contains(spot))
                                    .map(spot -> Thrower.NAME + "/" + spot.label())
                                    .toList());
            assertThat(faults.keySet()).contains("F1", "F4", "F5", "F8", "F10", "F12", "F16");
        }
    }

    private static EventSequence.Result live(long seed) {
        Choices choices = Choices.seeded(seed);
        try {
            return new EventSequence(choices).run();
        } catch (Violation | RuntimeException problem) {
            if (!SHRINK) {
                throw new AssertionFailedError(
                        "event sequence of seed " + seed + ": " + problem, problem);
            }
            Shrinking.Found found = Shrinking.shrink(choices.picked());
            throw new AssertionFailedError(
                    "event sequence of seed %d: %s%nreplay with -Dsequences=1 -Dtest.seed=%d%nshrunk to %d choices: %s%n%s"
                            .formatted(
                                    seed,
                                    problem,
                                    seed,
                                    found.choices().size(),
                                    found.problem(),
                                    String.join("\n", found.log())),
                    problem);
        }
    }

    @Test
    void theSameSeedGivesTheSameEventSequence() {
        for (long seed = SEED; seed < SEED + 20; seed++) {
            var first = new EventSequence(Choices.seeded(seed));
            var second = new EventSequence(Choices.seeded(seed));
            assertThat(first.run()).isEqualTo(second.run());
            assertThat(first.log()).isEqualTo(second.log());
        }
    }
}

package dev.berth.devices;

import static dev.berth.devices.allocation.DeviceObjects.claim;
import static dev.berth.devices.allocation.DeviceObjects.deviceClass;
import static dev.berth.devices.allocation.DeviceObjects.request;
import static dev.berth.devices.allocation.DeviceObjects.slice;
import static dev.berth.testkit.Build.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.devices.allocation.AllocatedDevices;
import dev.berth.devices.allocation.AllocationDeadline;
import dev.berth.devices.allocation.Allocator;
import dev.berth.devices.allocation.Allocator.Outcome;
import dev.berth.devices.allocation.AllocatorFeatures;
import dev.berth.devices.allocation.Selectors;
import dev.berth.devices.allocation.SliceIndex;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The timeout of the filter also ends the evaluation of a selector.
class SelectorTimeoutTest {
    private static final AllocatorFeatures FEATURES =
            new AllocatorFeatures(true, true, true, true, false);
    private static final String NUMBERS =
            IntStream.rangeClosed(1, 100)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(",", "[", "]"));

    /// Ten thousand iterations.
    private static final String LONG_SELECTOR =
            "%s.all(a, %s.all(b, a + b > 0))".formatted(NUMBERS, NUMBERS);

    private final Selectors selectors = new Selectors(new ExpressionSelectors());

    /// @param limit the number of readings of the clock
    private Outcome allocate(long limit) {
        var index = new SliceIndex(FEATURES, selectors);
        index.put(slice("n", "{'name': 'a'}"));
        var now = new AtomicLong();
        return new Allocator(
                        FEATURES,
                        index::pools,
                        new AllocatedDevices(FEATURES),
                        name -> Optional.of(deviceClass(name, "")),
                        selectors)
                .allocate(
                        node("n").build(),
                        List.of(
                                claim(
                                        "c",
                                        "'requests': ["
                                                + request(
                                                        "r",
                                                        1,
                                                        "'selectors': [{'cel': {'expression': '"
                                                                + LONG_SELECTOR
                                                                + "'}}]")
                                                + "]")),
                        AllocationDeadline.after(Duration.ofNanos(limit), now::incrementAndGet));
    }

    @Test
    void aLongEvaluationIsInterrupted() {
        assertThat(allocate(50)).isEqualTo(new Outcome.TimedOut());
    }

    @Test
    void anInterruptedEvaluationIsRepeated() {
        allocate(50);
        assertThat(allocate(1_000)).isInstanceOf(Outcome.Allocated.class);
    }
}

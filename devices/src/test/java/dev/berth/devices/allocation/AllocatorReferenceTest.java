package dev.berth.devices.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.harness.cases.CaseFamily;
import dev.berth.harness.cases.DecisionCases;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.device.DeviceTaintRule;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.device.ResourceSlice;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;

/// Compares the allocator on its indexes with the allocator on objects, over random clusters that
/// change.
class AllocatorReferenceTest {
    private static final long SEED = Long.getLong("test.seed", 1);
    private static final int CASES = 250;
    private static final AllocatorFeatures FEATURES =
            new AllocatorFeatures(true, true, true, true, false);
    private static final Map<String, Kind> KINDS =
            Map.of(
                    "Node", Kind.NODE,
                    "ResourceSlice", Kind.RESOURCE_SLICE,
                    "ResourceClaim", Kind.RESOURCE_CLAIM,
                    "DeviceClass", Kind.DEVICE_CLASS,
                    "DeviceTaintRule", Kind.DEVICE_TAINT_RULE);

    /// Decides by the content of the device, without a language.
    private static final SelectorFactory COMPILER =
            expression -> device -> (expression.hashCode() * 31 + device.hashCode()) % 5 != 0;

    private final Decoder decoder = new Decoder();
    private final Selectors selectors = new Selectors(COMPILER);
    private final SliceIndex index = new SliceIndex(FEATURES, selectors);
    private final AllocatedDevices allocated = new AllocatedDevices(FEATURES);
    private final Map<String, ResourceSlice> slices = new TreeMap<>();
    private final Map<String, DeviceTaintRule> rules = new TreeMap<>();
    private final Map<String, DeviceClass> classes = new HashMap<>();
    private final Map<String, Allocation> allocations = new TreeMap<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<ResourceClaim> claims = new ArrayList<>();

    /// The kept results of each list of claims in this case.
    private final Map<Integer, NodeResults> kept = new HashMap<>();

    @Test
    void theIndexesGiveTheSameAllocationsAsTheObjects() {
        var random = new SplittableRandom(SEED);
        for (int i = 0; i < CASES; i++) {
            read(DecisionCases.make(CaseFamily.DEVICES_OF_PODS, SEED, i));
            check("case %d of seed %d".formatted(i, SEED));
            for (int step = 0; step < 6; step++) {
                change(random);
                check("case %d, step %d of seed %d".formatted(i, step, SEED));
            }
        }
    }

    /// Replaces the objects by those of a case. The indexes see only the differences.
    private void read(Obj one) {
        var before = new ArrayList<>(slices.keySet());
        slices.clear();
        List.copyOf(rules.keySet()).forEach(index::removeRule);
        rules.clear();
        classes.clear();
        List.copyOf(allocations.values()).forEach(allocated::remove);
        allocations.clear();
        nodes.clear();
        claims.clear();
        kept.clear();
        if (one.field("objects").orElseThrow() instanceof Arr(List<Json> objects)) {
            objects.forEach(object -> read(object, one));
        }
        before.stream().filter(name -> !slices.containsKey(name)).forEach(index::remove);
    }

    private void read(Json json, Obj one) {
        Kind kind = KINDS.get(json.textAt("kind").orElse(""));
        if (kind == null || !(json instanceof Obj content)) {
            return;
        }
        KubeObject object = decoder.object(kind, content);
        switch (object) {
            case Node node -> nodes.add(node);
            case DeviceClass each -> classes.put(each.name(), each);
            case ResourceSlice slice -> put(slice);
            case DeviceTaintRule rule -> {
                rules.put(rule.meta().name(), rule);
                index.putRule(rule);
            }
            case ResourceClaim claim -> {
                claims.add(claim.withAllocation(Optional.empty()));
                claim.allocation().ifPresent(allocation -> allocate(claim.key(), allocation));
            }
            default -> throw new IllegalArgumentException(one.text());
        }
    }

    private void put(ResourceSlice slice) {
        slices.put(slice.name(), slice);
        index.put(slice);
    }

    private void allocate(String claim, Allocation allocation) {
        allocations.put(claim, allocation);
        allocated.add(allocation);
        index.allocationChanged(allocation);
    }

    private void release(String claim) {
        Allocation allocation = Objects.requireNonNull(allocations.remove(claim));
        allocated.remove(allocation);
        index.allocationChanged(allocation);
    }

    private void change(SplittableRandom random) {
        switch (random.nextInt(5)) {
            case 0 ->
                    any(random, slices)
                            .ifPresent(name -> {
                                slices.remove(name);
                                index.remove(name);
                            });
            case 1 ->
                    any(random, rules)
                            .ifPresent(name -> {
                                rules.remove(name);
                                index.removeRule(name);
                            });
            case 2 -> any(random, allocations).ifPresent(this::release);
            default -> allocateFound(random);
        }
    }

    private static Optional<String> any(SplittableRandom random, Map<String, ?> from) {
        var names = List.copyOf(from.keySet());
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(names.get(random.nextInt(names.size())));
    }

    /// Keeps what the allocator finds for a claim on a node.
    private void allocateFound(SplittableRandom random) {
        if (nodes.isEmpty() || claims.isEmpty()) {
            return;
        }
        ResourceClaim claim = claims.get(random.nextInt(claims.size()));
        Node node = nodes.get(random.nextInt(nodes.size()));
        if (!allocations.containsKey(claim.key())
                && outcome(indexed(), node, List.of(claim))
                        instanceof Allocator.Outcome.Allocated(List<Allocation> found)) {
            allocate(claim.key(), found.getFirst());
        }
    }

    private void check(String where) {
        var fresh = new AllocatedDevices(FEATURES);
        allocations.values().forEach(fresh::add);
        var pools = new ReferencePools(FEATURES, slices.values(), rules.values());
        Allocator reference = allocator(pools::pools, fresh, new Selectors(COMPILER));
        for (int row = 0; row < nodes.size(); row++) {
            Node node = nodes.get(row);
            for (int i = 0; i < claims.size(); i++) {
                List<ResourceClaim> wanted = claims.subList(i, Math.min(i + 2, claims.size()));
                Object expected = outcome(reference, node, wanted);
                assertThat(outcome(indexed(), node, wanted))
                        .as("%s: %s on %s", where, wanted, node.name())
                        .isEqualTo(expected);
                checkKept(i, row, expected, "%s: %s on %s".formatted(where, wanted, node.name()));
            }
        }
    }

    /// A result that is kept from earlier steps must equal a new one.
    private void checkKept(int key, int row, Object outcome, String where) {
        Optional<Verdict> expected =
                switch (outcome) {
                    case Allocator.Outcome.Allocated _ -> Optional.of(Verdict.PASS);
                    case Allocator.Outcome.Impossible(String reason) ->
                            Optional.of(Reject.unresolvable(reason));
                    default -> Optional.empty();
                };
        NodeResults results = kept.computeIfAbsent(key, number -> new NodeResults(index.changes()));
        results.refresh(this::rowOf);
        if (results.known().contains(row)) {
            assertThat(Optional.of(results.of(row).verdict())).as(where).isEqualTo(expected);
        } else {
            expected.ifPresent(verdict -> results.put(row, new NodeResults.Result(verdict, row)));
        }
    }

    private int rowOf(String name) {
        for (int row = 0; row < nodes.size(); row++) {
            if (nodes.get(row).name().equals(name)) {
                return row;
            }
        }
        return -1;
    }

    private Allocator indexed() {
        return allocator(index::pools, allocated, selectors);
    }

    private Allocator allocator(
            Function<Node, List<Pool>> pools, AllocatedDevices devices, Selectors compiled) {
        return new Allocator(
                FEATURES, pools, devices, name -> Optional.ofNullable(classes.get(name)), compiled);
    }

    private static Object outcome(Allocator allocator, Node node, List<ResourceClaim> wanted) {
        try {
            return allocator.allocate(
                    node, wanted, AllocationDeadline.after(Duration.ZERO, () -> 0L));
        } catch (AllocationException problem) {
            return problem.text();
        }
    }
}

package dev.berth.harness.cases;

import dev.berth.model.Quantity;
import dev.berth.model.json.Json.Obj;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Generates the resources of nodes and containers, on a coarse grid so that sums often match
/// exactly.
final class ResourceAmounts {
    private static final long MI = 1L << 20;
    private static final long GI = 1L << 30;

    /// Resources besides CPU, memory and ephemeral storage. No device plugin provides the last two,
    /// but the API server stores such names.
    static final List<String> OTHERS =
            List.of(
                    "hugepages-2Mi",
                    "hugepages-1Gi",
                    "example.com/gpu",
                    "example.com/fpga",
                    "other.io/nic",
                    "node.kubernetes.io/widget");

    private final CaseDraft draft;
    private final SeededRandom random;

    ResourceAmounts(CaseDraft draft) {
        this.draft = draft;
        this.random = draft.random;
    }

    Obj ofNode() {
        var list = new TreeMap<String, Quantity>();
        if (draft.limits) {
            atTheLimits(list);
        } else {
            // A long sequence needs more resources, or all pods except the first ones are rejected
            // for the same reason.
            int scale = draft.family == CaseFamily.SEQUENCE ? random.oneOf(1, 4, 4, 8) : 1;
            list.put(
                    "cpu",
                    Quantity.ofMillis(scale * random.amount(1000L, 2000L, 2000L, 4000L, 1500L)));
            list.put(
                    "memory", binary(scale * random.amount(GI, 2 * GI, 2 * GI, 4 * GI, 1000 * MI)));
            int roomy = draft.crowded ? 80 : 88;
            list.put(
                    "pods", Quantity.of(random.chance(roomy) ? 110 : scale * random.between(1, 4)));
        }
        boolean rich = draft.knows(CaseTheme.RESOURCES);
        if (random.chance(rich ? 60 : 20)) {
            list.put("ephemeral-storage", binary(random.amount(GI, 2 * GI, 10 * GI)));
        }
        if (rich) {
            for (String name : OTHERS) {
                if (random.chance(draft.devices.contains(name) ? 85 : 10)) {
                    list.put(name, nodeAmount(name));
                }
            }
            if (random.chance(10)) {
                list.put("attachable-volumes-csi-example.com", Quantity.of(random.between(0, 8)));
            }
        }
        return texts(list);
    }

    private void atTheLimits(Map<String, Quantity> list) {
        // Sums beyond 64 bits occur only with a single node, because kube-scheduler reports the
        // first node that has them.
        long huge =
                draft.nodes.size() <= 1
                        ? random.amount(1L << 62, Long.MAX_VALUE, Long.MAX_VALUE / 100 + 1)
                        : Long.MAX_VALUE / 200;
        if (!random.chance(10)) {
            list.put(
                    "cpu",
                    Quantity.ofMillis(
                            random.amount(0L, 1L, 7L, 1000L, 999_999L, 1_000_000_000_000L)));
        }
        if (!random.chance(10)) {
            list.put(
                    "memory",
                    binary(random.amount(0L, 1L, 3L, 1000L, GI, huge, huge - 1, 12 << 20)));
        }
        if (!random.chance(10)) {
            list.put("pods", Quantity.of(random.amount(0L, 1L, 2L, 110L, Integer.MAX_VALUE)));
        }
    }

    private Quantity nodeAmount(String name) {
        return switch (name) {
            case "hugepages-2Mi" -> binary(random.amount(0L, 4 * MI, 64 * MI));
            case "hugepages-1Gi" -> binary(random.amount(GI, 2 * GI));
            default -> Quantity.of(random.amount(0L, 2L, 3L, 4L, 4L, 8L));
        };
    }

    /// The requests of one container; `rich` containers use more than CPU and memory.
    Map<String, Quantity> ofContainer(boolean rich) {
        var list = new TreeMap<String, Quantity>();
        if (random.chance(75)) {
            list.put("cpu", cpu());
        }
        if (random.chance(70)) {
            list.put("memory", memory());
        }
        if (!rich) {
            return list;
        }
        if (random.chance(25)) {
            list.put("ephemeral-storage", binary(random.amount(0L, 512 * MI, GI, 2 * GI)));
        }
        for (String name :
                random.some(random.chance(85) ? draft.devices : OTHERS, random.few(0, 3))) {
            if (!name.startsWith("hugepages-")) {
                list.put(name, Quantity.of(random.amount(0L, 1L, 1L, 2L, 3L)));
            } else if (list.containsKey("cpu") || list.containsKey("memory")) {
                list.put(
                        name,
                        name.endsWith("2Mi")
                                ? binary(random.amount(2 * MI, 4 * MI, 32 * MI))
                                : binary(GI));
            }
        }
        return list;
    }

    Quantity cpu() {
        if (draft.limits && random.chance(50)) {
            return Quantity.ofMillis(random.amount(0L, 1L, 7L, 999_999L, 1_000_000_000_000L));
        }
        return Quantity.ofMillis(random.amount(0L, 100L, 250L, 500L, 500L, 1000L, 1000L, 1L, 333L));
    }

    Quantity memory() {
        if (draft.limits && random.chance(50)) {
            return binary(random.amount(0L, 1L, 3L, 1000L, Long.MAX_VALUE / 200, 1L << 50));
        }
        if (random.chance(4)) {
            // A fraction of a byte is stored, and the sum is rounded up.
            return Quantity.parse(random.oneOf("1500m", "100m", "2500m"));
        }
        return binary(
                random.amount(0L, 128 * MI, 256 * MI, 256 * MI, 512 * MI, GI, 1L, 123_456_789L));
    }

    static Quantity binary(long value) {
        return Quantity.of(value, Quantity.Format.BINARY_SI);
    }

    static Obj texts(Map<String, Quantity> list) {
        var object = Obj.builder();
        list.forEach((name, amount) -> object.put(name, amount.toString()));
        return object.build();
    }

    static void addAll(Map<String, Quantity> sum, Map<String, Quantity> more) {
        more.forEach((name, amount) -> sum.merge(name, amount, Quantity::add));
    }
}

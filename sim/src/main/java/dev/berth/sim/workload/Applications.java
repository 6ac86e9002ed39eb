package dev.berth.sim.workload;

import dev.berth.model.Kind;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;

/// The applications of the mixed workload: several variants of a dozen types, with varying sizes.
final class Applications {
    static final String IMPORTANT = "important";

    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
    private static final List<String> TEAMS =
            List.of("checkout", "search", "media", "data", "platform");

    private record Sort(
            String name, String tier, int cpuMillis, int memoryMib, int weight, int apps) {}

    // Memory is less than 4 GiB for each core, half of the ratio of the nodes, so that CPU is
    // exhausted first.
    private static final List<Sort> SORTS =
            List.of(
                    new Sort("web", "front", 250, 256, 30, 6),
                    new Sort("api", "front", 500, 512, 30, 6),
                    new Sort("edge", "front", 1000, 512, 10, 2),
                    new Sort("worker", "back", 1000, 1024, 20, 5),
                    new Sort("cache", "data", 500, 2048, 10, 3),
                    new Sort("index", "data", 2000, 4096, 6, 2),
                    new Sort("stream", "data", 1500, 2048, 8, 3),
                    new Sort("batch", "batch", 2000, 2048, 10, 3),
                    new Sort("train", "batch", 4000, 8192, 3, 2),
                    new Sort("cron", "batch", 100, 128, 4, 2),
                    new Sort("agent", "ops", 50, 64, 3, 2),
                    new Sort("report", "back", 750, 1536, 8, 2));

    private Applications() {}

    static List<Application> picked(SplittableRandom chance, ExistingObjects taken) {
        var apps = new ArrayList<Application>();
        for (Sort sort : SORTS) {
            for (int i = 0; i < sort.apps; i++) {
                String team = TEAMS.get(chance.nextInt(TEAMS.size()));
                var traits =
                        new Application.Traits(
                                team,
                                sort.name + "-" + (char) ('a' + i),
                                hash(chance),
                                sort.tier,
                                varied(sort.cpuMillis, 50, chance),
                                varied(sort.memoryMib, 64, chance),
                                sort.weight,
                                sort.name.equals("edge"),
                                uid(chance));
                apps.add(new Application(unused(traits, taken)));
            }
        }
        return apps;
    }

    /// The application with another hash and UID if its replica set exists already. The draws come
    /// from a separate generator, so that the other applications stay the same.
    private static Application.Traits unused(Application.Traits traits, ExistingObjects taken) {
        Application.Traits unused = traits;
        while (taken.has(Kind.REPLICA_SET, traits.namespace(), unused.replicaSet())) {
            var again =
                    new SplittableRandom(UUID.fromString(unused.uid()).getLeastSignificantBits());
            unused = unused.as(hash(again), uid(again));
        }
        return unused;
    }

    private static String uid(SplittableRandom chance) {
        return new UUID(chance.nextLong(), chance.nextLong()).toString();
    }

    /// A random value between 75% and 125% of the default, as a multiple of `step`, with a maximum
    /// of 4 cores.
    private static int varied(int defaultValue, int step, SplittableRandom chance) {
        int value = defaultValue * (75 + chance.nextInt(51)) / 100 / step * step;
        return Math.clamp(value, step, step == 50 ? 4000 : Integer.MAX_VALUE);
    }

    private static String hash(SplittableRandom chance) {
        var text = new StringBuilder();
        for (int i = 0; i < 9; i++) {
            text.append(LETTERS.charAt(chance.nextInt(LETTERS.length())));
        }
        return text.toString();
    }
}

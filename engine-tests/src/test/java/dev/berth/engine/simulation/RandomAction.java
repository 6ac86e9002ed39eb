package dev.berth.engine.simulation;

import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// An extender that takes its time, refuses, fails and talks nonsense by chance, as long as chaos
/// reigns.
final class RandomAction implements Extender {
    private final Chaos chaos;
    private final SplittableRandom random;
    private final ExtenderSpec spec;

    RandomAction(Chaos chaos, long seed) {
        this.chaos = chaos;
        this.random = new SplittableRandom(seed);
        this.spec =
                new ExtenderSpec(
                        "http://whim",
                        "filter",
                        random.nextBoolean() ? "prioritize" : "",
                        "",
                        random.nextBoolean() ? "preempt" : "",
                        1 + random.nextInt(5),
                        ExtenderSpec.Tls.NONE,
                        Duration.ofSeconds(5),
                        random.nextBoolean(),
                        // Pods without cpu are none of its business then.
                        random.nextBoolean()
                                ? List.of()
                                : List.of(new ExtenderSpec.ManagedResource("cpu", false)),
                        random.nextInt(3) == 0);
    }

    @Override
    public ExtenderSpec spec() {
        return spec;
    }

    @Override
    public Filtered filter(ExtenderArgs inquiry) throws ExtenderException, InterruptedException {
        hesitate();
        var passing = new ArrayList<String>();
        Map<String, String> failed = new HashMap<>();
        Map<String, String> unresolvable = new HashMap<>();
        for (String name : inquiry.names()) {
            if (!chaos.strikes()) {
                passing.add(name);
            } else if (random.nextBoolean()) {
                (random.nextBoolean() ? failed : unresolvable).put(name, "a whim");
            }
        }
        if (chaos.strikes() && random.nextInt(4) == 0) {
            passing.add("node-" + random.nextInt(10));
        }
        return new Filtered(passing, failed, unresolvable);
    }

    @Override
    public Map<String, Long> prioritize(ExtenderArgs inquiry)
            throws ExtenderException, InterruptedException {
        hesitate();
        Map<String, Long> scores = new HashMap<>();
        inquiry.names().forEach(name -> scores.put(name, random.nextLong(-5, 15)));
        return scores;
    }

    @Override
    public void bind(Pod pod, String node) throws ExtenderException {
        throw new ExtenderException("not its business");
    }

    @Override
    public List<Evictions> preempt(Json.Obj pod, List<Evictions> proposed)
            throws ExtenderException, InterruptedException {
        hesitate();
        var left = new ArrayList<Evictions>();
        for (Evictions each : proposed) {
            if (!chaos.strikes()) {
                left.add(each);
            } else if (random.nextInt(4) == 0) {
                left.add(new Evictions(each.node(), List.of("nobody"), List.of(), 0));
            } else if (random.nextInt(4) == 0) {
                var twice = new ArrayList<>(each.uids());
                twice.addAll(each.uids());
                left.add(new Evictions(each.node(), twice, List.of(), each.violations()));
            }
        }
        return left;
    }

    private void hesitate() throws ExtenderException, InterruptedException {
        if (chaos.strikes()) {
            chaos.pause(Duration.ofMillis(random.nextInt(4_000)));
        }
        if (chaos.strikes()) {
            switch (random.nextInt(4)) {
                case 0 -> throw new IllegalStateException("a whim");
                case 1 -> throw new StackOverflowError("a whim");
                default -> throw new ExtenderException("a whim");
            }
        }
    }
}

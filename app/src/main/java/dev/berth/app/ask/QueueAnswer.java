package dev.berth.app.ask;

import dev.berth.app.terminal.Table;
import dev.berth.app.terminal.TerminalStyle;
import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Who waits, where, and for what.
public record QueueAnswer(List<Lane> lanes) {
    /// The names of the lanes, in their order.
    public static final List<String> LANES =
            List.of("active", "backoff", "unschedulable", "gated", "waiting", "binding");

    record Lane(String name, int count, int hidden, List<Waiting> pods) {
        static Lane of(Fields lane) {
            return new Lane(
                    lane.text("lane", ""),
                    lane.integer("count", 0),
                    lane.integer("hidden", 0),
                    lane.list("pods", Waiting::of));
        }
    }

    record Waiting(
            String pod,
            long priority,
            int attempts,
            long sinceMillis,
            OptionalLong untilMillis,
            List<String> by,
            String node,
            List<Wake> wakes) {
        static Waiting of(Fields pod) {
            return new Waiting(
                    pod.text("pod", ""),
                    pod.longValue("priority", 0),
                    pod.integer("attempts", 0),
                    pod.longValue("since", 0),
                    pod.optionalLong("until"),
                    pod.texts("by"),
                    pod.text("node", ""),
                    pod.list("wakes", Wake::of));
        }

        String wakesInWords() {
            return wakes.isEmpty()
                    ? "-"
                    : Wake.either(
                            wakes.stream()
                                    .flatMap(wake ->
                                            (wake.words().isEmpty() ? wake.events() : wake.words())
                                                    .stream())
                                    .distinct()
                                    .toList());
        }
    }

    static QueueAnswer of(Fields answer) {
        return new QueueAnswer(answer.list("lanes", Lane::of));
    }

    /// @param answer without anything that could do harm
    /// @param lane the one that was asked for, which is shown with what would wake each pod; empty
    ///   for all
    public static String text(Json.Obj answer, String lane, long nowMillis, TerminalStyle paint) {
        return of(Fields.of(answer)).text(lane, nowMillis, paint);
    }

    private String text(String wanted, long nowMillis, TerminalStyle paint) {
        List<Lane> shown =
                lanes.stream()
                        .filter(lane -> wanted.isEmpty() || lane.name.equals(wanted))
                        .toList();
        var sections = new Sections(paint.bold(headline(wanted, shown)));
        for (Lane lane : shown) {
            if (lane.count > 0) {
                sections.add(text(lane, !wanted.isEmpty(), nowMillis));
            }
        }
        return sections.text();
    }

    private static String headline(String wanted, List<Lane> shown) {
        int all = shown.stream().mapToInt(Lane::count).sum();
        String pods = all == 1 ? "1 pod waits" : (all == 0 ? "no" : all) + " pods wait";
        if (!wanted.isEmpty()) {
            return pods + " in the lane " + wanted;
        }
        String each =
                shown.stream()
                        .filter(lane -> lane.count > 0)
                        .map(lane -> lane.count + " " + lane.name)
                        .collect(Collectors.joining(", "));
        return each.isEmpty() ? pods : pods + ": " + each;
    }

    private static String text(Lane lane, boolean alone, long nowMillis) {
        var rows = new ArrayList<List<String>>();
        var heading =
                new ArrayList<>(
                        List.of(
                                lane.name.toUpperCase(Locale.ROOT),
                                "PRIORITY",
                                "ATTEMPTS",
                                "FOR",
                                "STILL",
                                "BY",
                                "NODE"));
        if (alone) {
            heading.add("TRIED AGAIN WHEN");
        }
        rows.add(heading);
        for (Waiting pod : lane.pods) {
            var row =
                    new ArrayList<>(
                            List.of(
                                    pod.pod,
                                    Long.toString(pod.priority),
                                    Integer.toString(pod.attempts),
                                    Age.of(nowMillis - pod.sinceMillis),
                                    pod.untilMillis.isPresent()
                                            ? Age.of(pod.untilMillis.getAsLong() - nowMillis)
                                            : "-",
                                    pod.by.isEmpty() ? "-" : String.join(",", pod.by),
                                    pod.node.isEmpty() ? "-" : pod.node));
            if (alone) {
                row.add(pod.wakesInWords());
            }
            rows.add(row);
        }
        int left = lane.count - lane.hidden - lane.pods.size();
        return Table.aligned("", rows)
                + (left > 0
                        ? "and %d more; berth queue %s --limit N shows them%n"
                                .formatted(left, lane.name)
                        : "")
                + (lane.hidden > 0
                        ? "and %d in namespaces you may not see%n".formatted(lane.hidden)
                        : "");
    }
}

package dev.berth.app.ask;

import dev.berth.model.json.Fields;

import java.util.List;

/// Room that is made for a pod by telling others to go.
record Eviction(String node, int examined, int possible, String decidedBy, List<Victim> victims) {
    /// @param pod empty if the caller may not know
    record Victim(String pod, long priority, List<String> why, boolean violates) {}

    static Eviction of(Fields preemption) {
        return new Eviction(
                preemption.text("node", ""),
                preemption.integer("examined", 0),
                preemption.integer("possible", 0),
                preemption.text("decidedBy", ""),
                preemption.list(
                        "victims",
                        victim ->
                                new Victim(
                                        victim.text("pod", ""),
                                        victim.longValue("priority", 0),
                                        victim.texts("why"),
                                        victim.bool("violates", false))));
    }

    String text() {
        if (node.isEmpty()) {
            return "";
        }
        var text =
                new StringBuilder(
                        "it made room on %s, %s%s%n"
                                .formatted(
                                        node,
                                        possible == 1
                                                ? "the only node where that helps"
                                                : "one of %d nodes where that helps"
                                                        .formatted(possible),
                                        decidedBy.isEmpty() ? "" : ": " + decidedBy));
        for (Victim victim : victims) {
            text.append("  victim %s, priority %d".formatted(name(victim), victim.priority));
            if (!victim.why.isEmpty()) {
                text.append(": with it ").append(String.join(", ", victim.why));
            }
            text.append(victim.violates ? "; a budget is violated\n" : "\n");
        }
        return text.toString();
    }

    private static String name(Victim victim) {
        return victim.pod.isEmpty() ? "that you may not see" : victim.pod;
    }
}

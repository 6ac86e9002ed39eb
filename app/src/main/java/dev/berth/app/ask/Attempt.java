package dev.berth.app.ask;

import dev.berth.app.terminal.Table;
import dev.berth.model.json.Fields;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One attempt to place a pod.
record Attempt(
        int attempt,
        long atMillis,
        long tookMicros,
        int nodes,
        int feasible,
        String outcome,
        String node,
        String message,
        Optional<Card> winner,
        Optional<Card> runnerUp,
        Optional<Eviction> preemption) {
    private static final int SHOWN = 10;

    static Attempt of(Fields attempt) {
        return new Attempt(
                attempt.integer("attempt", 0),
                attempt.longValue("at", 0),
                attempt.longValue("tookMicros", 0),
                attempt.integer("nodes", 0),
                attempt.integer("feasible", 0),
                attempt.text("outcome", ""),
                attempt.text("node", ""),
                attempt.text("message", ""),
                attempt.optional("winner", Card::of),
                attempt.optional("runnerUp", Card::of),
                attempt.optional("preemption", Eviction::of));
    }

    /// The winner beside the runner-up; empty if no node was chosen.
    String scores() {
        if (winner.isEmpty() || winner.get().scores().isEmpty()) {
            return "";
        }
        var cards = new ArrayList<>(List.of(winner.get()));
        runnerUp.ifPresent(cards::add);
        return Card.table(cards);
    }

    /// @param attempts newest first
    static String table(List<Attempt> attempts, long nowMillis) {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("ATTEMPT", "AGE", "OUTCOME", "NODE", "FIT", "TOOK"));
        for (Attempt each : attempts.subList(0, Math.min(SHOWN, attempts.size()))) {
            rows.add(
                    List.of(
                            Integer.toString(each.attempt),
                            Age.of(nowMillis - each.atMillis),
                            each.outcome,
                            each.node.isEmpty() ? "-" : each.node,
                            each.feasible + "/" + each.nodes,
                            Age.ofMicros(each.tookMicros)));
        }
        String more =
                attempts.size() > SHOWN
                        ? "and %d more, see -o json%n".formatted(attempts.size() - SHOWN)
                        : "";
        return Table.aligned("", rows) + more;
    }
}

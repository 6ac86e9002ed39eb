package dev.berth.spi;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Counts the reasons for which nodes are rejected and formats the message of `FailedScheduling`
/// (kube-scheduler: `FitError`), such as `0/5 nodes are available: 2 Insufficient cpu, 3 node(s)
/// were unschedulable.`
public final class ReasonCount {
    private final int allNodes;
    private final Map<String, Integer> counts = new HashMap<>();
    private int counted;

    /// @param allNodes the number of nodes in the cluster
    public ReasonCount(int allNodes) {
        this.allNodes = allNodes;
    }

    /// Counts each reason of `why` for this number of nodes.
    public ReasonCount add(Reject why, int nodes) {
        counted += nodes;
        for (String reason : why.reasons()) {
            counts.merge(reason, nodes, Integer::sum);
        }
        return this;
    }

    /// Counts each reason of `why` for all nodes that are not counted yet.
    public ReasonCount addOthers(Reject why) {
        return counted < allNodes ? add(why, allNodes - counted) : this;
    }

    /// The message.
    public String text() {
        var lines = new ArrayList<String>();
        counts.forEach((reason, count) -> lines.add(count + " " + reason));
        // Parity: FitError.Error sorts the reasons as byte strings, so "10 x" precedes "2 y".
        lines.sort((a, b) -> Arrays.compareUnsigned(bytes(a), bytes(b)));
        return text(allNodes, lines);
    }

    /// The message with one reason for all nodes.
    public static String text(int allNodes, String reason) {
        return text(allNodes, List.of(reason));
    }

    private static String text(int allNodes, List<String> lines) {
        String none = "0/" + allNodes + " nodes are available:";
        return lines.isEmpty() ? none : none + " " + String.join(", ", lines) + ".";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

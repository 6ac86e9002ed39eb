package dev.berth.harness.conformance;

/// A change of one value between the records of two releases.
///
/// @param path the field without the names of nodes, such as `nodes.scores.NodeAffinity`
/// @param node the node that the value belongs to; empty for values of the whole record
/// @param from the value in the older release; `absent` if there is none
/// @param to the value in the newer release; `absent` if there is none
/// @param follows whether another change of the same record is the cause: if other nodes pass the
///   filters, normalized scores and preemption change too
record RecordChange(String path, String node, String from, String to, boolean follows) {
    static final String ABSENT = "absent";
    static final String ARROW = " => ";

    private static final int MAX_TEXT = 120;

    RecordChange withFrom(String value) {
        return new RecordChange(path, node, value, to, follows);
    }

    /// The text that the rules of an explanation match: `FROM => TO`.
    String values() {
        return from + ARROW + to;
    }

    /// The change without numbers, to count similar changes.
    String kind() {
        return path + ": " + general(from) + ARROW + general(to);
    }

    private static String general(String value) {
        String text = value.replaceAll("\\d+", "#");
        return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + ".." : text;
    }

    @Override
    public String toString() {
        return path + (node.isEmpty() ? "" : " of node " + node) + ": " + values();
    }
}

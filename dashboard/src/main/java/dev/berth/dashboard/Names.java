package dev.berth.dashboard;

/// What may be said by name to one caller.
final class Names {
    /// In place of a node that the caller may not see.
    static final String SOME_NODE = "a node";

    private final Sight sight;
    private final String ownNode;

    /// @param ownNode the node of the pod that is spoken of, which its reader may know
    Names(Sight sight, String ownNode) {
        this.sight = sight;
        this.ownNode = ownNode;
    }

    Names(Sight sight) {
        this(sight, "");
    }

    boolean mayName(String podKey) throws InterruptedException {
        return sight.pods(namespace(podKey));
    }

    boolean mayNameNode(String node) throws InterruptedException {
        return node.equals(ownNode) || sight.nodes();
    }

    /// The node's name, or that there is one.
    String node(String name) throws InterruptedException {
        return mayNameNode(name) ? name : SOME_NODE;
    }

    /// The pod's key, or nothing.
    String pod(String podKey) throws InterruptedException {
        return mayName(podKey) ? podKey : "";
    }

    static String namespace(String podKey) {
        int slash = podKey.indexOf('/');
        return slash < 0 ? "" : podKey.substring(0, slash);
    }
}

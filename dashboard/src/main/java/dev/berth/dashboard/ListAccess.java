package dev.berth.dashboard;

/// What a caller may list. The caller sees these names, and counts for everything else.
public interface ListAccess {
    boolean mayListPods(String namespace) throws InterruptedException;

    boolean mayListNodes() throws InterruptedException;

    /// The name of the user, for error messages.
    String user();

    /// Access to everything.
    ListAccess ALL =
            new ListAccess() {
                @Override
                public boolean mayListPods(String namespace) {
                    return true;
                }

                @Override
                public boolean mayListNodes() {
                    return true;
                }

                @Override
                public String user() {
                    return "admin";
                }
            };
}

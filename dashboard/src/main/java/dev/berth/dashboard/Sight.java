package dev.berth.dashboard;

/// What a caller may see by name. Of everything else it learns how much there is.
public interface Sight {
    /// Whether it may list the pods of a namespace.
    boolean pods(String namespace) throws InterruptedException;

    boolean nodes() throws InterruptedException;

    /// As refusals call the caller.
    String user();

    /// Everything.
    Sight ALL =
            new Sight() {
                @Override
                public boolean pods(String namespace) {
                    return true;
                }

                @Override
                public boolean nodes() {
                    return true;
                }

                @Override
                public String user() {
                    return "admin";
                }
            };
}

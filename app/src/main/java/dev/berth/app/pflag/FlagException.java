package dev.berth.app.pflag;

/// A command line that cannot be understood.
public final class FlagException extends RuntimeException {
    private final String unknown;

    public FlagException(String message) {
        this(message, "");
    }

    private FlagException(String message, String unknown) {
        super(message);
        this.unknown = unknown;
    }

    /// There is no flag of this name.
    static FlagException unknown(String name) {
        return new FlagException("unknown flag: --" + name, name);
    }

    /// The name of a flag that does not exist; empty if that is not the problem.
    public String unknown() {
        return unknown;
    }
}

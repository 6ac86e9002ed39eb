package dev.berth.app.pflag;

/// A command line that cannot be parsed.
public final class FlagException extends RuntimeException {
    private final String unknown;

    public FlagException(String message) {
        this(message, "");
    }

    private FlagException(String message, String unknown) {
        super(message);
        this.unknown = unknown;
    }

    /// There is no flag with this name.
    static FlagException unknown(String name) {
        return new FlagException("unknown flag: --" + name, name);
    }

    /// The name of the unknown flag; empty if another problem occurred.
    public String unknown() {
        return unknown;
    }
}

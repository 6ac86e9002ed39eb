package dev.berth.app.pflag;

/// One flag.
///
/// @param group under which help shows it; empty if help does not
/// @param shorthand a letter; empty if there is none
/// @param notice told when the flag is used; empty if there is nothing to tell
public record Flag<T>(
        String group,
        String name,
        String shorthand,
        FlagType<T> type,
        T byDefault,
        String help,
        String notice) {
    public Flag(String group, String name, FlagType<T> type, T byDefault, String help) {
        this(group, name, "", type, byDefault, help, "");
    }

    public Flag<T> withShorthand(String letter) {
        return new Flag<>(group, name, letter, type, byDefault, help, notice);
    }

    /// As messages call it.
    String shown() {
        return shorthand.isEmpty() ? "--" + name : "-" + shorthand + ", --" + name;
    }

    String defaultText() {
        return type.writer().apply(byDefault);
    }
}

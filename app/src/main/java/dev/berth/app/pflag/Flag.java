package dev.berth.app.pflag;

/// A flag.
///
/// @param group the group in the help; empty if the help does not show the flag
/// @param shorthand one letter; empty for none
/// @param notice the deprecation notice that is printed when the flag is used; empty for none
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

    /// The name in messages.
    String shown() {
        return shorthand.isEmpty() ? "--" + name : "-" + shorthand + ", --" + name;
    }

    String defaultText() {
        return type.writer().apply(byDefault);
    }
}

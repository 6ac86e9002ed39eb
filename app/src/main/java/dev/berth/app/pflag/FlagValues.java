package dev.berth.app.pflag;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The values of a command line.
public final class FlagValues {
    private final List<Flag<?>> flags;
    private final Map<Flag<?>, Object> given;
    private final List<String> arguments;

    FlagValues(List<Flag<?>> flags, Map<Flag<?>, Object> given, List<String> arguments) {
        this.flags = flags;
        this.given = new LinkedHashMap<>(given);
        this.arguments = List.copyOf(arguments);
    }

    public <T> T get(Flag<T> flag) {
        return given(flag).orElse(flag.byDefault());
    }

    /// The value if the command line sets the flag.
    @SuppressWarnings("unchecked") // Parsing puts values of the flag's own type only.
    public <T> Optional<T> given(Flag<T> flag) {
        return Optional.ofNullable((T) given.get(flag));
    }

    /// The arguments that are not flags.
    public List<String> arguments() {
        return arguments;
    }

    /// The deprecation notices of the flags that are set.
    public List<String> notices() {
        return given.keySet().stream()
                .filter(flag -> !flag.notice().isEmpty())
                .map(flag ->
                        "Flag --%s has been deprecated, %s".formatted(flag.name(), flag.notice()))
                .toList();
    }

    /// The values of all visible flags, as text by name.
    public Map<String, String> texts() {
        var texts = new TreeMap<String, String>();
        for (Flag<?> flag : flags) {
            if (!flag.group().isEmpty()) {
                texts.put(flag.name(), text(flag));
            }
        }
        return texts;
    }

    private <T> String text(Flag<T> flag) {
        return flag.type().writer().apply(get(flag));
    }
}

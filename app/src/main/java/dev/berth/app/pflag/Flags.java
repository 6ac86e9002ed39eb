package dev.berth.app.pflag;

import dev.berth.model.GoQuoted;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Parses command lines: `--name=value`, `--name value`, `-v=2`, `-v2`, `-v 2`, and `--` before
/// arguments that are not flags. Underscores in names equal hyphens. A switch takes a value only
/// after an equals sign.
public final class Flags {
    private final List<Flag<?>> flags;
    private final Map<String, Flag<?>> byName = new HashMap<>();
    private final Map<String, Flag<?>> byShorthand = new HashMap<>();

    public Flags(List<Flag<?>> flags) {
        this.flags = List.copyOf(flags);
        for (Flag<?> flag : flags) {
            if (byName.put(flag.name(), flag) != null) {
                throw new IllegalArgumentException(flag.name() + " is defined twice");
            }
            if (!flag.shorthand().isEmpty()) {
                byShorthand.put(flag.shorthand(), flag);
            }
        }
    }

    public List<Flag<?>> all() {
        return flags;
    }

    /// @throws FlagException for the first problem
    public FlagValues parse(List<String> args) {
        var given = new LinkedHashMap<Flag<?>, Object>();
        var rest = new ArrayList<String>();
        int at = 0;
        while (at < args.size()) {
            String arg = args.get(at++);
            if (arg.equals("--")) {
                rest.addAll(args.subList(at, args.size()));
                break;
            }
            if (arg.length() < 2 || arg.charAt(0) != '-') {
                rest.add(arg);
            } else if (arg.startsWith("--")) {
                at += named(arg, args, at, given);
            } else {
                at += letters(arg, args, at, given);
            }
        }
        return new FlagValues(flags, given, rest);
    }

    /// The number of following arguments that the flag consumed.
    private int named(String arg, List<String> args, int next, Map<Flag<?>, Object> given) {
        String text = arg.substring(2);
        if (text.isEmpty() || text.charAt(0) == '-' || text.charAt(0) == '=') {
            throw new FlagException("bad flag syntax: " + arg);
        }
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        Flag<?> flag = byName.get(name.replace('_', '-'));
        if (flag == null) {
            throw FlagException.unknown(name);
        }
        if (equals >= 0) {
            set(flag, text.substring(equals + 1), given);
            return 0;
        }
        if (!flag.type().needsValue()) {
            set(flag, flag.type().bare(), given);
            return 0;
        }
        if (next >= args.size()) {
            throw new FlagException("flag needs an argument: " + arg);
        }
        set(flag, args.get(next), given);
        return 1;
    }

    /// Several letters can be combined, as in `-hv=2`. The value of a letter is the rest of the
    /// argument, or the next argument.
    private int letters(String arg, List<String> args, int next, Map<Flag<?>, Object> given) {
        String letters = arg.substring(1);
        while (!letters.isEmpty()) {
            String letter = letters.substring(0, 1);
            Flag<?> flag = byShorthand.get(letter);
            if (flag == null) {
                throw new FlagException(
                        "unknown shorthand flag: '%s' in -%s".formatted(letter, letters));
            }
            if (letters.length() > 2 && letters.charAt(1) == '=') {
                set(flag, letters.substring(2), given);
                return 0;
            }
            if (!flag.type().needsValue()) {
                set(flag, flag.type().bare(), given);
                letters = letters.substring(1);
            } else if (letters.length() > 1) {
                set(flag, letters.substring(1), given);
                return 0;
            } else if (next < args.size()) {
                set(flag, args.get(next), given);
                return 1;
            } else {
                throw new FlagException(
                        "flag needs an argument: '%s' in -%s".formatted(letter, letters));
            }
        }
        return 0;
    }

    @SuppressWarnings("unchecked") // Only values of the flag's own type are put.
    private static <T> void set(Flag<T> flag, String text, Map<Flag<?>, Object> given) {
        try {
            given.put(
                    flag,
                    flag.type().parser().apply(text, Optional.ofNullable((T) given.get(flag))));
        } catch (IllegalArgumentException e) {
            throw new FlagException(
                    "invalid argument %s for \"%s\" flag: %s"
                            .formatted(GoQuoted.of(text), flag.shown(), e.getMessage()));
        }
    }
}

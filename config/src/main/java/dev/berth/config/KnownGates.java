package dev.berth.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// All feature gates of Kubernetes with their history, including those without an effect on a
/// scheduler, because users pass one list of gates to all components.
final class KnownGates {
    /// The stage of a feature.
    enum Stage {
        TO_COME,
        ALPHA,
        BETA,
        GA,
        DEPRECATED
    }

    /// The state of a gate from a minor version on.
    ///
    /// @param compatible the minimum compatibility version that the state needs; 0 if it needs none
    record Spec(int minor, Stage stage, boolean on, boolean locked, int compatible) {
        private static final Spec TO_COME = new Spec(0, Stage.TO_COME, false, false, 0);
    }

    /// @param history the states, oldest first
    /// @param needs the gates that must be on if this gate is on
    record Gate(List<Spec> history, List<String> needs) {
        /// @param compatible the minor version of `--min-compatibility-version`
        Spec at(int minor, int compatible) {
            return history.stream()
                    .filter(spec -> spec.minor() <= minor && spec.compatible() <= compatible)
                    .reduce((_, later) -> later)
                    .orElse(Spec.TO_COME);
        }
    }

    private static final Pattern SPEC =
            Pattern.compile(
                    "(?<minor>[0-9]+):(?<stage>[a-z]+)(?<sign>[+-])(?<lock>!)?(@(?<compatible>[0-9]+))?");

    private static final Map<String, Gate> ALL = read("gates.txt");

    private KnownGates() {}

    static Map<String, Gate> all() {
        return ALL;
    }

    /// The gates of an earlier release, with the stages that this release knew.
    ///
    /// @param release the latest release, or one whose gates are recorded
    static Map<String, Gate> of(EmulatedVersion release) {
        return release.equals(EmulatedVersion.LATEST) ? ALL : read("gates-" + release + ".txt");
    }

    /// @throws IllegalArgumentException if the gate is unknown
    static Gate named(String name) {
        Gate gate = ALL.get(name);
        if (gate == null) {
            throw new IllegalArgumentException("unrecognized feature gate: " + name);
        }
        return gate;
    }

    private static Map<String, Gate> read(String file) {
        var gates = new TreeMap<String, Gate>();
        try (InputStream in = Objects.requireNonNull(KnownGates.class.getResourceAsStream(file));
                var lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
            lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .forEach(line -> {
                        String[] words = line.split(" ");
                        gates.put(words[0], gate(words));
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Collections.unmodifiableMap(gates);
    }

    private static Gate gate(String[] words) {
        var history = new ArrayList<Spec>();
        int next = 1;
        while (next < words.length && !words[next].equals("<")) {
            history.add(spec(words[next++]));
        }
        List<String> needs =
                next < words.length ? List.of(words).subList(next + 1, words.length) : List.of();
        return new Gate(List.copyOf(history), List.copyOf(needs));
    }

    /// `34:beta+!` means: in beta since 1.34, on and locked. `37:beta+@37` means: in beta since
    /// 1.37, on if all components are compatible with 1.37.
    private static Spec spec(String word) {
        Matcher parts = SPEC.matcher(word);
        if (!parts.matches()) {
            throw new IllegalStateException("the gates contain the stage " + word);
        }
        return new Spec(
                Integer.parseInt(parts.group("minor")),
                Stage.valueOf(parts.group("stage").toUpperCase(Locale.ROOT)),
                parts.group("sign").equals("+"),
                parts.group("lock") != null,
                parts.group("compatible") == null
                        ? 0
                        : Integer.parseInt(parts.group("compatible")));
    }
}

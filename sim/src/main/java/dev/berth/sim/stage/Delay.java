package dev.berth.sim.stage;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/// How long an object stays in a stage.
///
/// @param jitter the maximum of the random time that is added
/// @param from the path of a number of seconds that replaces the time, without jitter
/// @param atMost the path of a number of seconds that limits the time
public record Delay(Duration time, Duration jitter, Optional<Path> from, Optional<Path> atMost) {
    long nanos(Json.Obj object, RandomGenerator chance) {
        OptionalLong delivered =
                from.isPresent() ? nanosAt(from.get(), object) : OptionalLong.empty();
        long nanos =
                delivered.isPresent() ? delivered.getAsLong() : time.toNanos() + picked(chance);
        OptionalLong max =
                atMost.isPresent() ? nanosAt(atMost.get(), object) : OptionalLong.empty();
        return Math.min(nanos, max.orElse(Long.MAX_VALUE));
    }

    private long picked(RandomGenerator chance) {
        return jitter.isZero() ? 0 : chance.nextLong(jitter.toNanos());
    }

    /// A number of seconds, or a string with one, as in annotations. Other values count as absent.
    private static OptionalLong nanosAt(Path path, Json.Obj object) {
        String text = path.find(object).map(Delay::plain).orElse("");
        try {
            double seconds = Double.parseDouble(text);
            return seconds >= 0 && seconds < 1e9
                    ? OptionalLong.of(Math.round(seconds * 1e9))
                    : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private static String plain(Json value) {
        return switch (value) {
            case Json.Str(var text) -> text;
            case Json.Num(var literal) -> literal;
            case Json _ -> "";
        };
    }
}

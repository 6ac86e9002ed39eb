package dev.berth.harness.conformance;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Bool;
import dev.berth.model.json.Json.Null;
import dev.berth.model.json.Json.Num;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.Json.Str;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Reduces a JSON document as long as a predicate holds: removes halves, quarters and single
/// elements of arrays and single fields, and simplifies the remaining values.
///
/// It does not depend on the meaning of the document. The result is minimal in that no single step
/// reduces it, unless the number of tries was exceeded.
public final class Shrinker {
    private final Predicate<Json> interesting;
    private int triesLeft;
    private boolean smaller;

    private Shrinker(Predicate<Json> interesting, int tries) {
        this.interesting = interesting;
        this.triesLeft = tries;
    }

    /// @param interesting a predicate that holds for the document
    /// @param tries the maximum number of evaluations of the predicate
    public static Json shrink(Json document, Predicate<Json> interesting, int tries) {
        var shrinker = new Shrinker(interesting, tries);
        Json smallest = document;
        do {
            shrinker.smaller = false;
            smallest = shrinker.shrink(smallest, whole -> whole);
        } while (shrinker.smaller && shrinker.triesLeft > 0);
        return smallest;
    }

    private boolean keeps(Json candidate) {
        if (triesLeft <= 0) {
            return false;
        }
        triesLeft--;
        boolean kept = interesting.test(candidate);
        smaller |= kept;
        return kept;
    }

    /// The smallest value for one position; `whole` returns the document with another value at the
    /// position.
    private Json shrink(Json here, UnaryOperator<Json> whole) {
        return switch (here) {
            case Obj object -> shrinkObject(object, whole);
            case Arr array -> shrinkArray(array, whole);
            case Str(String text) -> firstKept(here, simpler(text), whole);
            case Num number -> firstKept(here, simpler(number), whole);
            case Bool(boolean value) ->
                    firstKept(here, value ? List.of(Bool.FALSE) : List.of(), whole);
            case Null _ -> here;
        };
    }

    private Json shrinkObject(Obj object, UnaryOperator<Json> whole) {
        Obj here = object;
        if (!here.fields().isEmpty() && keeps(whole.apply(Obj.EMPTY))) {
            return Obj.EMPTY;
        }
        for (String name : List.copyOf(here.fields().keySet())) {
            Obj without = here.without(name);
            if (keeps(whole.apply(without))) {
                here = without;
            }
        }
        for (String name : List.copyOf(here.fields().keySet())) {
            Obj around = here;
            Json inner = here.field(name).orElseThrow();
            here = here.with(name, shrink(inner, other -> whole.apply(around.with(name, other))));
        }
        return here;
    }

    private Json shrinkArray(Arr array, UnaryOperator<Json> whole) {
        List<Json> here = array.elements();
        if (!here.isEmpty() && keeps(whole.apply(Arr.EMPTY))) {
            return Arr.EMPTY;
        }
        for (int size = Math.max(1, here.size() / 2); ; size /= 2) {
            for (int from = 0; from < here.size(); ) {
                var without = new ArrayList<>(here);
                without.subList(from, Math.min(here.size(), from + size)).clear();
                if (keeps(whole.apply(new Arr(without)))) {
                    here = without;
                } else {
                    from += size;
                }
            }
            if (size == 1) {
                break;
            }
        }
        for (int i = 0; i < here.size(); i++) {
            List<Json> around = here;
            int place = i;
            Json inner = here.get(i);
            Json shrunk = shrink(inner, other -> whole.apply(replaced(around, place, other)));
            here = replaced(around, place, shrunk).elements();
        }
        return new Arr(here);
    }

    private static Arr replaced(List<Json> elements, int place, Json other) {
        var copy = new ArrayList<>(elements);
        copy.set(place, other);
        return new Arr(copy);
    }

    private Json firstKept(Json here, List<? extends Json> candidates, UnaryOperator<Json> whole) {
        for (Json candidate : candidates) {
            if (!candidate.equals(here) && keeps(whole.apply(candidate))) {
                return candidate;
            }
        }
        return here;
    }

    private static List<Json> simpler(String text) {
        var candidates = new ArrayList<Json>();
        for (String each : List.of("", "0", "1", "a", text.substring(0, text.length() / 2))) {
            if (each.length() < text.length() || each.length() == 1 && isBelow(each, text)) {
                candidates.add(Json.of(each));
            }
        }
        return candidates;
    }

    /// Among texts of one character, earlier characters are simpler.
    private static boolean isBelow(String candidate, String text) {
        return text.length() == 1 && candidate.compareTo(text) < 0;
    }

    private static List<Json> simpler(Num number) {
        var candidates = new ArrayList<Json>();
        number.asLong()
                .ifPresent(value -> {
                    for (long each : new long[] {0, 1, value / 2, value - Long.signum(value)}) {
                        if (Math.abs(each) < Math.abs(value)) {
                            candidates.add(Json.of(each));
                        }
                    }
                });
        return candidates;
    }
}

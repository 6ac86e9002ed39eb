package dev.berth.harness.conformance;

import dev.berth.model.json.Json;

import java.util.List;
import java.util.TreeSet;

/// Compares JSON by value: the order of names and the notation of numbers do not matter.
final class TreeEquality {
    private TreeEquality() {}

    static void compare(String path, Json expected, Json actual, List<String> out) {
        if (expected instanceof Json.Obj(var wanted) && actual instanceof Json.Obj(var found)) {
            var names = new TreeSet<>(wanted.keySet());
            names.addAll(found.keySet());
            for (String name : names) {
                String at = path.isEmpty() ? name : path + "." + name;
                Json left = wanted.get(name);
                Json right = found.get(name);
                if (left == null || right == null) {
                    out.add(
                            at
                                    + (left == null
                                            ? " is only in berth's: " + found.get(name)
                                            : " is only in kube-scheduler's: " + left));
                } else {
                    compare(at, left, right, out);
                }
            }
        } else if (expected instanceof Json.Arr(var wanted)
                && actual instanceof Json.Arr(var found)
                && wanted.size() == found.size()) {
            for (int i = 0; i < wanted.size(); i++) {
                compare(path + "[" + i + "]", wanted.get(i), found.get(i), out);
            }
        } else if (!isEqual(expected, actual)) {
            out.add("%s: kube-scheduler has %s, berth %s".formatted(path, expected, actual));
        }
    }

    private static boolean isEqual(Json expected, Json actual) {
        return expected instanceof Json.Num wanted && actual instanceof Json.Num found
                ? wanted.decimal().compareTo(found.decimal()) == 0
                : expected.equals(actual);
    }
}

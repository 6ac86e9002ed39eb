package dev.berth.model.json;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The path of a value in a document: `spec.containers[0].resources.requests.cpu`.
public record JsonPath(List<Step> steps) {
    public static final JsonPath ROOT = new JsonPath(List.of());

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

    /// A step of a path.
    public sealed interface Step {
        record Name(String name) implements Step {}

        record Index(int index) implements Step {}
    }

    public JsonPath {
        steps = List.copyOf(steps);
    }

    public JsonPath field(String name) {
        return down(new Step.Name(name));
    }

    public JsonPath element(int index) {
        return down(new Step.Index(index));
    }

    private JsonPath down(Step step) {
        var longer = new ArrayList<Step>(steps.size() + 1);
        longer.addAll(steps);
        longer.add(step);
        return new JsonPath(longer);
    }

    /// Names that are not plain identifiers are in brackets: `metadata.labels[example.com/tier]`.
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (Step step : steps) {
            switch (step) {
                case Step.Index(var index) -> text.append('[').append(index).append(']');
                case Step.Name(var name) when PLAIN.matcher(name).matches() ->
                        text.append(text.isEmpty() ? "" : ".").append(name);
                case Step.Name(var name) -> text.append('[').append(name).append(']');
            }
        }
        return text.toString();
    }
}

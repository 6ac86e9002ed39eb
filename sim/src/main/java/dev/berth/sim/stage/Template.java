package dev.berth.sim.stage;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;

/// A JSON template with placeholders for values of an object.
///
/// In a string, `{{now}}` is the current time, `{{ip}}` is an IP address derived from the UID of
/// the object, and `{{.spec.nodeName}}` is the value of the field. A string that consists of one
/// placeholder becomes the value itself, of any type. `{"$each": ".spec.containers", "$as": ...}`
/// becomes a list with one element for each element of the field, in which the placeholders can use
/// `{{item.name}}`. A template is parsed once, and its results share the parts without
/// placeholders.
public sealed interface Template {
    /// Parses a template.
    ///
    /// @throws IllegalArgumentException if a placeholder is not a path
    static Template of(Json tree) {
        return switch (tree) {
            case Json.Str(var text) -> text(tree, text);
            case Json.Arr(var elements) -> {
                List<Template> parts = elements.stream().map(Template::of).toList();
                yield allFixed(parts) ? new Fixed(tree) : new Elements(parts);
            }
            case Json.Obj object when object.fields().containsKey("$each") ->
                    new Each(
                            Path.parse(Path.of("$each").text(object)),
                            of(object.field("$as").orElse(Json.Obj.EMPTY)));
            case Json.Obj object -> {
                List<Template> parts = object.fields().values().stream().map(Template::of).toList();
                yield allFixed(parts)
                        ? new Fixed(tree)
                        : new Fields(List.copyOf(object.fields().keySet()), parts);
            }
            case Json.Num _, Json.Bool _, Json.Null _ -> new Fixed(tree);
        };
    }

    default Json fill(Json.Obj object, String now) {
        return fill(new Filling(object, Json.Obj.EMPTY, now));
    }

    /// The values for the placeholders.
    record Filling(Json.Obj object, Json item, String now) {}

    Json fill(Filling filling);

    /// A part without placeholders.
    record Fixed(Json tree) implements Template {
        @Override
        public Json fill(Filling filling) {
            return tree;
        }
    }

    record Elements(List<Template> parts) implements Template {
        @Override
        public Json fill(Filling filling) {
            return new Json.Arr(parts.stream().map(part -> part.fill(filling)).toList());
        }
    }

    record Fields(List<String> names, List<Template> parts) implements Template {
        @Override
        public Json fill(Filling filling) {
            var builder = Json.Obj.builder();
            for (int i = 0; i < names.size(); i++) {
                builder.put(names.get(i), parts.get(i).fill(filling));
            }
            return builder.build();
        }
    }

    record Each(Path of, Template as) implements Template {
        @Override
        public Json fill(Filling filling) {
            var filled = new ArrayList<Json>();
            for (Json item : of.items(filling.object)) {
                filled.add(as.fill(new Filling(filling.object, item, filling.now)));
            }
            return new Json.Arr(filled);
        }
    }

    record Now() implements Template {
        @Override
        public Json fill(Filling filling) {
            return Json.of(filling.now);
        }
    }

    record Address() implements Template {
        private static final Path UID = Path.of("metadata", "uid");

        @Override
        public Json fill(Filling filling) {
            int hash = UID.text(filling.object).hashCode();
            return Json.of(
                    "10." + (hash >>> 16 & 0xFF) + "." + (hash >>> 8 & 0xFF) + "." + (hash & 0xFF));
        }
    }

    /// A value of the object, or of the element in a list. An absent value becomes an empty string.
    record Copy(boolean fromItem, Path path) implements Template {
        @Override
        public Json fill(Filling filling) {
            return path.find(fromItem ? filling.item : filling.object).orElse(Json.of(""));
        }
    }

    /// A string with placeholders.
    record Text(List<Template> parts) implements Template {
        @Override
        public Json fill(Filling filling) {
            var text = new StringBuilder();
            for (Template part : parts) {
                Json value = part.fill(filling);
                text.append(value instanceof Json.Str(var inner) ? inner : value.text());
            }
            return Json.of(text.toString());
        }
    }

    private static boolean allFixed(List<Template> parts) {
        return parts.stream().allMatch(Fixed.class::isInstance);
    }

    private static Template text(Json tree, String text) {
        var parts = new ArrayList<Template>();
        Matcher blank = Placeholders.BLANK.matcher(text);
        int end = 0;
        while (blank.find()) {
            if (blank.start() > end) {
                parts.add(new Fixed(Json.of(text.substring(end, blank.start()))));
            }
            parts.add(blank(blank.group(1)));
            end = blank.end();
        }
        if (parts.isEmpty()) {
            return new Fixed(tree);
        }
        if (end < text.length()) {
            parts.add(new Fixed(Json.of(text.substring(end))));
        }
        return parts.size() == 1 ? parts.getFirst() : new Text(List.copyOf(parts));
    }

    private static Template blank(String expression) {
        return switch (expression) {
            case "now" -> new Now();
            case "ip" -> new Address();
            default ->
                    expression.startsWith("item")
                            ? new Copy(true, Path.parse(expression.substring("item".length())))
                            : new Copy(false, Path.parse(expression));
        };
    }
}

package dev.berth.sim.stage;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;

/// A tree with blanks that are filled in from an object.
///
/// In text, `{{now}}` is the time, `{{ip}}` an address made from the object's UID,
/// `{{.spec.nodeName}}` what the object has there (as it is, if the text is nothing but the blank).
/// `{"$each": ".spec.containers", "$as": ...}` becomes a list with one element for each of the
/// object's, which the blanks within see as `{{item.name}}`. It is read once, and parts without
/// blanks are shared by all that is made of it.
public sealed interface Template {
    /// Reads a template.
    ///
    /// @throws IllegalArgumentException if a blank names no path
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

    /// What blanks are filled in from.
    record Filling(Json.Obj object, Json item, String now) {}

    Json fill(Filling filling);

    /// No blanks.
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

    /// What is there in the object, or in the element a list is made of; nothing is empty text.
    record Copy(boolean fromItem, Path path) implements Template {
        @Override
        public Json fill(Filling filling) {
            return path.find(fromItem ? filling.item : filling.object).orElse(Json.of(""));
        }
    }

    /// Text with blanks in it.
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

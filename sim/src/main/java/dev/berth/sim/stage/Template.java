package dev.berth.sim.stage;

import dev.berth.model.json.Json;
import dev.berth.sim.tree.Path;

import java.util.ArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A tree with blanks that are filled in from an object.
///
/// In text, `{{now}}` is the time, `{{ip}}` an address made from the object's UID,
/// `{{.spec.nodeName}}` what the object has there (as it is, if the text is nothing but the blank).
/// `{"$each": ".spec.containers", "$as": ...}` becomes a list with one element for each of the
/// object's, which the blanks within see as `{{item.name}}`.
public record Template(Json.Obj tree) {
    private static final Pattern BLANK = Pattern.compile("\\{\\{\\s*([^{}]+?)\\s*}}");
    private static final String EACH = "$each";
    private static final String AS = "$as";

    Json.Obj fill(Json.Obj object, String now) {
        return (Json.Obj) fill(tree, new Filling(object, Json.Obj.EMPTY, now));
    }

    private record Filling(Json.Obj object, Json item, String now) {
        Json value(String expression) {
            if (expression.equals("now")) {
                return Json.of(now);
            }
            if (expression.equals("ip")) {
                return Json.of(ip(Path.of("metadata", "uid").text(object)));
            }
            if (expression.startsWith("item")) {
                return Path.parse(expression.substring("item".length()))
                        .find(item)
                        .orElse(Json.of(""));
            }
            return Path.parse(expression).find(object).orElse(Json.of(""));
        }

        private static String ip(String uid) {
            int hash = uid.hashCode();
            return "10." + (hash >>> 16 & 0xFF) + "." + (hash >>> 8 & 0xFF) + "." + (hash & 0xFF);
        }
    }

    private static Json fill(Json template, Filling filling) {
        return switch (template) {
            case Json.Str(var text) -> text(text, filling);
            case Json.Arr(var elements) ->
                    new Json.Arr(elements.stream().map(element -> fill(element, filling)).toList());
            case Json.Obj object when object.fields().containsKey(EACH) -> each(object, filling);
            case Json.Obj object -> {
                var builder = Json.Obj.builder();
                object.fields().forEach((name, value) -> builder.put(name, fill(value, filling)));
                yield builder.build();
            }
            case Json.Num _, Json.Bool _, Json.Null _ -> template;
        };
    }

    private static Json each(Json.Obj template, Filling filling) {
        var filled = new ArrayList<Json>();
        Json body = template.field(AS).orElse(Json.Obj.EMPTY);
        for (Json item : Path.parse(Path.of(EACH).text(template)).items(filling.object)) {
            filled.add(fill(body, new Filling(filling.object, item, filling.now)));
        }
        return new Json.Arr(filled);
    }

    private static Json text(String text, Filling filling) {
        if (!text.contains("{{")) {
            return Json.of(text);
        }
        Matcher blank = BLANK.matcher(text);
        if (blank.matches()) {
            return filling.value(blank.group(1));
        }
        return Json.of(
                blank.replaceAll(found -> {
                    Json value = filling.value(found.group(1));
                    return Matcher.quoteReplacement(
                            value instanceof Json.Str(var inner) ? inner : value.text());
                }));
    }
}

package dev.berth.manifest;

import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;
import dev.berth.model.json.JsonPath.Step;

/// Finds the offset of a value in a valid JSON text.
final class JsonLocator {
    private final String text;
    private int at;

    JsonLocator(String text) {
        this.text = text;
    }

    /// The offset of the value at a path, or of the innermost value on the path that exists.
    int offset(int document, JsonPath path) {
        at = 0;
        skipSpace();
        for (int i = 0; i < document; i++) {
            skipValue();
            skipSpace();
        }
        int found = at;
        for (Step step : path.steps()) {
            boolean inside =
                    switch (step) {
                        case Step.Name(var name) -> enterField(name);
                        case Step.Index(var index) -> enterElement(index);
                    };
            if (!inside) {
                return found;
            }
            found = at;
        }
        return found;
    }

    private boolean enterField(String wanted) {
        if (text.charAt(at) != '{') {
            return false;
        }
        next();
        while (text.charAt(at) != '}') {
            int start = at;
            skipValue();
            boolean found = name(text.substring(start, at)).equals(wanted);
            skipSpace();
            next();
            if (found) {
                return true;
            }
            skipValue();
            skipSeparator();
        }
        return false;
    }

    private static String name(String quoted) {
        return Json.parse(quoted) instanceof Json.Str(var name) ? name : "";
    }

    private boolean enterElement(int wanted) {
        if (text.charAt(at) != '[') {
            return false;
        }
        next();
        for (int i = 0; text.charAt(at) != ']'; i++) {
            if (i == wanted) {
                return true;
            }
            skipValue();
            skipSeparator();
        }
        return false;
    }

    private void skipSeparator() {
        skipSpace();
        if (text.charAt(at) == ',') {
            next();
        }
    }

    private void next() {
        at++;
        skipSpace();
    }

    private void skipSpace() {
        while (at < text.length() && text.charAt(at) <= ' ') {
            at++;
        }
    }

    private void skipValue() {
        int depth = 0;
        do {
            char c = text.charAt(at);
            if (c == '"') {
                skipString();
            } else if (c == '{' || c == '[') {
                depth++;
                at++;
            } else if (c == '}' || c == ']') {
                depth--;
                at++;
            } else if (depth > 0) {
                at++;
            } else {
                skipLiteral();
            }
        } while (depth > 0);
    }

    private void skipString() {
        at++;
        while (text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at++;
    }

    private void skipLiteral() {
        while (at < text.length() && ",]}".indexOf(text.charAt(at)) < 0 && text.charAt(at) > ' ') {
            at++;
        }
    }
}

package dev.berth.controlplane.api;

import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusError;

import java.util.ArrayList;
import java.util.List;

/// A field selector in the syntax of query parameters: `spec.nodeName=n1,status.phase!=Failed`.
record FieldQuery(List<Term> terms) {
    /// A requirement on one field.
    record Term(String field, boolean equal, String value) {}

    FieldQuery {
        terms = List.copyOf(terms);
    }

    static Reply<FieldQuery> read(String text) {
        var terms = new ArrayList<Term>();
        for (String part : parts(text)) {
            if (part.isEmpty()) {
                continue;
            }
            int at = operator(part);
            if (at < 0) {
                return Reply.no(
                        StatusError.badRequest(
                                "invalid selector: '%s'; can't understand '%s'"
                                        .formatted(text, part)));
            }
            boolean equal = part.charAt(at) == '=';
            int end = at + (part.startsWith("==", at) || !equal ? 2 : 1);
            String value = part.substring(end);
            String escape = wrongEscape(value);
            if (!escape.isEmpty()) {
                return Reply.no(
                        StatusError.badRequest(
                                "invalid field selector: invalid escape sequence: " + escape));
            }
            terms.add(new Term(part.substring(0, at), equal, unescaped(value)));
        }
        return Reply.of(new FieldQuery(terms));
    }

    private static List<String> parts(String text) {
        var parts = new ArrayList<String>();
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == ',') {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    private static int operator(String part) {
        for (int i = 0; i < part.length(); i++) {
            if (part.charAt(i) == '=' || part.startsWith("!=", i)) {
                return i;
            }
        }
        return -1;
    }

    private static String wrongEscape(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) == '\\') {
                i++;
                if (i == value.length() || "\\,=".indexOf(value.charAt(i)) < 0) {
                    return value.substring(i - 1, Math.min(i + 1, value.length()));
                }
            }
        }
        return "";
    }

    private static String unescaped(String value) {
        var plain = new StringBuilder(value.length());
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) == '\\' && i + 1 < value.length()) {
                i++;
            }
            plain.append(value.charAt(i));
        }
        return plain.toString();
    }
}

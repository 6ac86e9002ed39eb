package dev.berth.controlplane.tree;

import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The path of a field in an object. A JSON null counts as absent, as in Kubernetes.
public final class Path {
    private final String[] names;

    private Path(String[] names) {
        this.names = names;
    }

    public static Path of(String... names) {
        return new Path(names.clone());
    }

    /// Parses `.metadata.labels["app.kubernetes.io/name"]`. The empty path `.` is the object
    /// itself.
    public static Path parse(String text) {
        var names = new ArrayList<String>();
        int at = 0;
        while (at < text.length()) {
            int end;
            if (text.startsWith("[\"", at)) {
                end = text.indexOf("\"]", at + 2);
                if (end < 0) {
                    throw new IllegalArgumentException(
                            "path " + text + ": no \"] after character " + at);
                }
                names.add(text.substring(at + 2, end));
                at = end + 2;
            } else if (text.charAt(at) == '.') {
                end = at + 1;
                while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
                    end++;
                }
                if (end > at + 1) {
                    names.add(text.substring(at + 1, end));
                }
                at = end;
            } else {
                throw new IllegalArgumentException(
                        "path " + text + ": expected . or [\" at character " + at);
            }
        }
        return new Path(names.toArray(String[]::new));
    }

    public Path then(String name) {
        String[] longer = Arrays.copyOf(names, names.length + 1);
        longer[names.length] = name;
        return new Path(longer);
    }

    public Optional<Json> find(Json root) {
        return Optional.ofNullable(at(root));
    }

    public boolean in(Json root) {
        return at(root) != null;
    }

    /// The string at this path, or the empty string.
    public String text(Json root) {
        return at(root) instanceof Json.Str(var value) ? value : "";
    }

    public long number(Json root, long otherwise) {
        return at(root) instanceof Json.Num number ? number.asLong().orElse(otherwise) : otherwise;
    }

    /// The elements of the array at this path, or an empty list.
    public List<Json> items(Json root) {
        return at(root) instanceof Json.Arr(var elements) ? elements : List.of();
    }

    /// The object at this path, or the empty object.
    public Json.Obj object(Json root) {
        return at(root) instanceof Json.Obj object ? object : Json.Obj.EMPTY;
    }

    /// Sets the value at this path.
    public Json.Obj set(Json.Obj root, Json value) {
        return set(root, 0, value);
    }

    public Json.Obj set(Json.Obj root, String value) {
        return set(root, Json.of(value));
    }

    public Json.Obj set(Json.Obj root, long value) {
        return set(root, Json.of(value));
    }

    public Json.Obj setIfAbsent(Json.Obj root, Json value) {
        return in(root) ? root : set(root, value);
    }

    public Json.Obj setIfAbsent(Json.Obj root, String value) {
        return setIfAbsent(root, Json.of(value));
    }

    /// Removes the value at this path.
    public Json.Obj remove(Json.Obj root) {
        return root.withoutAt(names);
    }

    private Json.Obj set(Json.Obj here, int depth, Json value) {
        String name = names[depth];
        if (depth == names.length - 1) {
            return here.with(name, value);
        }
        Json.Obj inner = here.fields().get(name) instanceof Json.Obj there ? there : Json.Obj.EMPTY;
        return here.with(name, set(inner, depth + 1, value));
    }

    private @Nullable Json at(Json root) {
        Json here = root;
        for (String name : names) {
            if (!(here instanceof Json.Obj(var fields))) {
                return null;
            }
            Json next = fields.get(name);
            if (next == null) {
                return null;
            }
            here = next;
        }
        return here instanceof Json.Null ? null : here;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Path that && Arrays.equals(names, that.names);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(names);
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        for (String name : names) {
            if (name.contains(".") || name.contains("[")) {
                text.append("[\"").append(name).append("\"]");
            } else {
                text.append('.').append(name);
            }
        }
        return text.isEmpty() ? "." : text.toString();
    }
}

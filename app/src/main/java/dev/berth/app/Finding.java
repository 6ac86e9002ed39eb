package dev.berth.app;

import dev.berth.config.ConfigurationException.Problem;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Origin;
import dev.berth.manifest.Position;
import dev.berth.model.json.Json;

import java.util.Optional;

/// One thing that is wrong with a file.
///
/// @param position where, if it is at one place
/// @param path of the field, empty for the whole document
record Finding(String file, Optional<Position> position, String path, String problem) {
    static Finding of(Origin origin, Problem problem) {
        return new Finding(
                origin.file(),
                Optional.of(origin.position(problem.path())),
                problem.path().toString(),
                problem.text());
    }

    static Finding of(ManifestException e) {
        return new Finding(e.file(), e.position(), "", e.problem());
    }

    /// Something that no file says.
    static Finding ofFlags(String problem) {
        return new Finding("", Optional.empty(), "", problem);
    }

    /// `file:line:column: path: problem`, without the path if the problem begins with it.
    String line() {
        return (file.isEmpty() ? "" : file + position.map(at -> ":" + at).orElse("") + ": ")
                + (path.isEmpty() || problem.startsWith(path) ? "" : path + ": ")
                + problem;
    }

    Json.Obj json() {
        var object = Json.Obj.builder().put("file", file);
        position.ifPresent(at -> object.put("line", at.line()).put("column", at.column()));
        return object.put("path", path).put("problem", problem).build();
    }
}

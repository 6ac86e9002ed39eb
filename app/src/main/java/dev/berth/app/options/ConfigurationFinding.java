package dev.berth.app.options;

import dev.berth.config.ConfigurationException.Problem;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Origin;
import dev.berth.manifest.Position;
import dev.berth.model.json.Json;

import java.util.Optional;

/// One problem of a configuration.
///
/// @param position the position in the file, if the problem has one
/// @param path the path of the field; empty for the whole document
public record ConfigurationFinding(
        String file, Optional<Position> position, String path, String problem) {
    public static ConfigurationFinding of(Origin origin, Problem problem) {
        return new ConfigurationFinding(
                origin.file(),
                Optional.of(origin.position(problem.path())),
                problem.path().toString(),
                problem.text());
    }

    public static ConfigurationFinding of(ManifestException e) {
        return new ConfigurationFinding(e.file(), e.position(), "", e.problem());
    }

    /// A problem that no file has, for example of a flag.
    public static ConfigurationFinding ofFlags(String problem) {
        return new ConfigurationFinding("", Optional.empty(), "", problem);
    }

    /// `file:line:column: path: problem`, without the path if the problem begins with it.
    public String line() {
        return (file.isEmpty() ? "" : file + position.map(at -> ":" + at).orElse("") + ": ")
                + (path.isEmpty() || problem.startsWith(path) ? "" : path + ": ")
                + problem;
    }

    public Json.Obj json() {
        var object = Json.Obj.builder().put("file", file);
        position.ifPresent(at -> object.put("line", at.line()).put("column", at.column()));
        return object.put("path", path).put("problem", problem).build();
    }
}

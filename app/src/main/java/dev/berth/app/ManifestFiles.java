package dev.berth.app;

import dev.berth.model.json.Json;

import java.util.List;

/// Objects from the files a user names.
final class ManifestFiles {
    private ManifestFiles() {}

    static List<Json.Obj> read(List<String> files) {
        throw new Failure(ExitCode.USAGE, "cannot read " + files);
    }
}

package dev.berth.harness.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A release of kube-scheduler whose oracle has been built.
///
/// @param release such as `v1.36.4`
/// @param minor such as `1.36`
/// @param program the oracle with the code of this release
record OracleRelease(String release, String minor, Path program) {
    private static final Pattern VERSION = Pattern.compile("v?([0-9]+\\.[0-9]+)(\\.[0-9]+)?");

    /// The release with a version, with or without the patch number.
    ///
    /// @throws IllegalArgumentException if the oracle of this version is not there
    static OracleRelease of(String version, Path root) throws IOException {
        Matcher parts = VERSION.matcher(version);
        if (!parts.matches()) {
            throw new IllegalArgumentException("not a version such as 1.37.1: " + version);
        }
        String minor = parts.group(1);
        Path bin = root.resolve("conformance/bin");
        for (Path folder : List.of(bin.resolve(minor), bin)) {
            Path stamp = folder.resolve("version");
            if (!Files.exists(stamp) || !Files.exists(folder.resolve("oracle"))) {
                continue;
            }
            String release = Files.readString(stamp).strip();
            boolean asked =
                    parts.group(2) == null
                            ? release.startsWith("v" + minor + ".")
                            : release.equals("v" + minor + parts.group(2));
            if (asked) {
                return new OracleRelease(release, minor, folder.resolve("oracle"));
            }
        }
        throw new IllegalArgumentException(
                "there is no oracle of version %s in %s; conformance/build builds it"
                        .formatted(version, bin));
    }

    ChildProgram start(Path root) throws IOException {
        return ChildProgram.start(release, List.of(program.toString()), root);
    }
}

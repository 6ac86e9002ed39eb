package dev.berth.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ResolvedModule;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// `THIRD-PARTY.txt` lists the libraries of the program, and the program contains it.
class ThirdPartyTest {
    private static final Pattern JAR = Pattern.compile("(.+)-(\\d[\\w.]*)\\.jar");

    private static String listed() throws IOException {
        return Files.readString(Path.of("../THIRD-PARTY.txt"));
    }

    @Test
    void everyLibraryOfTheProgramIsListedWithItsVersion() throws IOException {
        Set<String> libraries = libraries();
        assertThat(libraries).contains("picocli", "jackson-core", "snakeyaml-engine");
    }

    /// The artifacts of the modules that the program reads.
    private static Set<String> libraries() throws IOException {
        String listed = listed();
        var names = new TreeSet<String>();
        var seen = new HashSet<ResolvedModule>();
        var next = new ArrayDeque<ResolvedModule>();
        next.add(ModuleLayer.boot().configuration().findModule("dev.berth.app").orElseThrow());
        while (!next.isEmpty()) {
            ResolvedModule module = next.remove();
            if (!seen.add(module)) {
                continue;
            }
            next.addAll(module.reads());
            Optional<URI> place =
                    module.reference().location().filter(uri -> uri.getPath() != null);
            Matcher jar =
                    JAR.matcher(place.map(uri -> Path.of(uri).getFileName().toString()).orElse(""));
            if (jar.matches() && !jar.group(1).startsWith("berth-")) {
                names.add(jar.group(1));
                assertThat(listed)
                        .containsPattern(
                                "(?m)^  "
                                        + Pattern.quote(jar.group(1))
                                        + " +"
                                        + Pattern.quote(jar.group(2))
                                        + " ");
            }
        }
        return names;
    }

    @Test
    void everyPackageOfTheDashboardIsListedWithItsVersion() throws IOException {
        Json.Obj page =
                (Json.Obj) Json.parse(Files.readString(Path.of("../dashboard/page/package.json")));
        String listed = listed();
        page.objAt("dependencies")
                .orElseThrow()
                .fields()
                .forEach((name, version) ->
                        assertThat(listed)
                                .containsPattern(
                                        "(?m)^  "
                                                + Pattern.quote(name)
                                                + " +"
                                                + Pattern.quote(((Json.Str) version).value())
                                                + " "));
    }

    @Test
    void theProgramContainsItsLicenses() throws IOException {
        for (String file : List.of("LICENSE", "NOTICE", "THIRD-PARTY.txt")) {
            try (InputStream in = Main.class.getResourceAsStream("/META-INF/" + file)) {
                assertThat(
                                new String(
                                        Objects.requireNonNull(in, file).readAllBytes(),
                                        StandardCharsets.UTF_8))
                        .isEqualTo(Files.readString(Path.of("..", file)));
            }
        }
    }
}

package dev.berth.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The page's bundle is committed, so that it is there without Node: this tells when it is older
/// than its sources.
class BundleTest {
    private static final Path PAGE = Path.of("page");
    private static final Path BUNDLE = Path.of("src/main/resources/dev/berth/dashboard/page");
    private static final List<String> SINGLE =
            List.of(
                    "index.html",
                    "package-lock.json",
                    "package.json",
                    "tsconfig.json",
                    "vite.config.ts");
    private static final Pattern STAMP =
            Pattern.compile("<meta name=\"berth-sources\" content=\"(\\w+)\">");

    @Test
    void theBundleIsBuiltFromThePresentSources() throws Exception {
        var stamp = STAMP.matcher(read(BUNDLE.resolve("index.html")));

        assertThat(stamp.find()).as("a stamp in " + BUNDLE.resolve("index.html")).isTrue();
        assertThat(stamp.group(1))
                .as(
                        "the sources of the page are newer than its bundle: npm install --no-save"
                                + " && npm run build in dashboard/page")
                .isEqualTo(digestOfSources());
    }

    @Test
    void theBundleHasItsFourFilesAndNoMore() throws Exception {
        try (Stream<Path> files = Files.list(BUNDLE)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("index.html", "page.js", "page.css", "icon.svg");
        }
    }

    @Test
    void thePageAsksForNothingFromOutsideAndHasNothingInline() throws Exception {
        var html = read(BUNDLE.resolve("index.html"));

        assertThat(html).doesNotContain("http:", "https:", "<style", " style=", "onload=");
        assertThat(html).containsPattern("<script [^>]*src=\"/page\\.js\"[^>]*></script>");
        assertThat(read(BUNDLE.resolve("page.css"))).doesNotContain("url(", "@import");
    }

    /// As vite.config.ts computes it: path, NUL, content, NUL, for each source by path.
    private static String digestOfSources() throws Exception {
        var digest = MessageDigest.getInstance("SHA-256");
        for (var path : sources()) {
            digest.update((path + "\0" + read(PAGE.resolve(path)) + "\0").getBytes(UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static List<String> sources() throws IOException {
        try (Stream<Path> below = Files.walk(PAGE.resolve("src"))) {
            var found =
                    below.filter(Files::isRegularFile)
                            .map(file -> PAGE.relativize(file).toString().replace('\\', '/'))
                            .toList();
            return Stream.concat(SINGLE.stream(), found.stream()).sorted().toList();
        }
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file).replace("\r\n", "\n");
    }
}

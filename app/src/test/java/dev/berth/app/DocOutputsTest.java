package dev.berth.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Pages show what `berth` really prints.
///
/// An output is a fenced block below `<!-- output -->` that begins with `$ berth ...` or `$ ./berth
/// ...`; files are named from the root of the project. Times are as they were when it was written.
/// `-Ddocs.update` writes what is printed into the pages.
class DocOutputsTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern BLOCK =
            Pattern.compile(
                    "(?ms)(^<!-- output -->\\n```console\\n\\$ (?:\\./)?berth"
                            + " )([^\\n]*)\\n(.*?)^```");

    @Test
    void everyOutputIsWhatTheCommandPrints() throws IOException {
        var stale = new ArrayList<String>();
        int shown = 0;
        for (Path page : pages()) {
            String text = Files.readString(page);
            shown += (int) BLOCK.matcher(text).results().count();
            String now = BLOCK.matcher(text).replaceAll(DocOutputsTest::printed);
            if (!now.equals(text)) {
                stale.add(ROOT.relativize(page).toString());
                if (Boolean.getBoolean("docs.update")) {
                    Files.writeString(page, now);
                }
            }
        }
        assertThat(shown).isPositive();
        if (!Boolean.getBoolean("docs.update")) {
            assertThat(stale)
                    .as("pages with old outputs; .ci/outputs writes the new ones")
                    .isEmpty();
        }
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(Stream.of(ROOT.resolve("README.md")), docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static String printed(MatchResult block) {
        String[] args =
                Stream.of(block.group(2).split(" "))
                        .map(arg -> arg.startsWith("docs/") ? ROOT.resolve(arg).toString() : arg)
                        .toArray(String[]::new);
        var out = new StringWriter();
        var err = new StringWriter();
        new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false).run(args);
        // Problems begin with the name of the program; no page shows any.
        assertThat(err.toString()).as(block.group(2)).doesNotContain("berth:");
        String shown = block.group(3);
        String now = out.toString() + err;
        return Matcher.quoteReplacement(
                withoutTimes(now).equals(withoutTimes(shown))
                        ? block.group()
                        : block.group(1) + block.group(2) + "\n" + now + "```");
    }

    /// How long something took is different every time.
    private static String withoutTimes(String printed) {
        return printed.replaceAll("in [0-9.]+ s \\([0-9]+ pods/s\\)", "")
                .replaceAll("\"(seconds|podsPerSecond|firstBindingSeconds)\":[0-9.]+", "");
    }
}

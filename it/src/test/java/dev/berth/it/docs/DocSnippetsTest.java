package dev.berth.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Java and XML in the pages for plugin authors are compiled: they are quoted from tests and
/// examples.
///
/// A quotation is a fenced block below `<!-- snippet: path#name -->`; the source has the same lines
/// between `// snippet: name` and `// end`, or the same as comments of XML. A quotation without a
/// name is the whole file, except for these comments.
class DocSnippetsTest {
    private static final Pattern BLOCK =
            Pattern.compile(
                    "(?ms)(?:^<!-- snippet: ([^\\s#]+)(?:#(\\S+))?"
                            + " -->\\n)?^```(?:java|xml)\\n(.*?)^```");

    /// The comments around a part of a file, with the empty line after them.
    private static final Pattern MARKER =
            Pattern.compile("(?m)^ *(?://|<!--) (?:snippet: \\S+|end)(?: -->)?\\n(?:\\n)?");

    @Test
    void everyQuotationIsWhatTheSourceSays() {
        var wrong = new ArrayList<String>();
        int quoted = 0;
        for (Path page : Docs.pages()) {
            Matcher blocks = BLOCK.matcher(Docs.text(page));
            while (blocks.find()) {
                if (blocks.group(1) == null) {
                    if (isGuide(page)) {
                        wrong.add(Docs.name(page) + ": a block that is quoted from nowhere");
                    }
                    continue;
                }
                quoted++;
                if (!source(blocks.group(1), blocks.group(2)).equals(blocks.group(3))) {
                    wrong.add(
                            "%s: not what %s#%s says"
                                    .formatted(Docs.name(page), blocks.group(1), blocks.group(2)));
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(quoted).isPositive();
    }

    /// A reader can copy a whole file, with its package and its imports, from each guide with Java
    /// code. Files that are quoted in parts are quoted as a whole on the page too, or linked.
    @Test
    void everyGuideContainsWholeFiles() {
        var wrong = new ArrayList<String>();
        int guides = 0;
        for (Path page : Docs.pages()) {
            String text = Docs.text(page);
            var parts = new TreeSet<String>();
            var whole = new TreeSet<String>();
            Matcher blocks = BLOCK.matcher(text);
            while (isGuide(page) && blocks.find()) {
                String path = String.valueOf(blocks.group(1));
                if (path.endsWith(".java")) {
                    (blocks.group(2) == null ? whole : parts).add(path);
                }
            }
            if (parts.isEmpty() && whole.isEmpty()) {
                continue;
            }
            guides++;
            if (whole.isEmpty()) {
                wrong.add(Docs.name(page) + ": contains no whole file");
            }
            parts.removeAll(whole);
            parts.removeIf(path -> text.contains("](../../" + path + ")"));
            parts.forEach(path -> wrong.add(Docs.name(page) + ": does not link " + path));
            for (String path : whole) {
                if (!source(path, null).matches("(?s)package [\\w.]+;\\n\\nimport .*")) {
                    wrong.add(path + ": begins without a package and imports");
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(guides).isGreaterThan(2);
    }

    /// In pages that teach, all code is quoted.
    private static boolean isGuide(Path page) {
        return Docs.name(page).startsWith("docs/extend/");
    }

    private static String source(String path, @Nullable String name) {
        if (name == null) {
            return MARKER.matcher(Docs.text(Docs.ROOT.resolve(path))).replaceAll("").strip() + "\n";
        }
        Matcher region =
                Pattern.compile(
                                "(?ms)^ *(?://|<!--) snippet: "
                                        + Pattern.quote(name)
                                        + "(?: -->)?\\n(.*?)^ *(?://|<!--) end(?: -->)?$")
                        .matcher(Docs.text(Docs.ROOT.resolve(path)));
        assertThat(region.find()).as("%s has a snippet %s", path, name).isTrue();
        return region.group(1).stripTrailing().stripIndent().strip() + "\n";
    }
}

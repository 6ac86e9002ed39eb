package dev.berth.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Java and XML in the pages for plugin authors are compiled: they are quoted from tests and
/// examples.
///
/// A quotation is a fenced block below `<!-- snippet: path#name -->`; the source has the same lines
/// between `// snippet: name` and `// end`, or the same as comments of XML.
class DocSnippetsTest {
    private static final Pattern BLOCK =
            Pattern.compile(
                    "(?ms)(?:^<!-- snippet: (\\S+)#(\\S+) -->\\n)?^```(?:java|xml)\\n(.*?)^```");

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

    /// In pages that teach, all code is quoted.
    private static boolean isGuide(Path page) {
        return Docs.name(page).startsWith("docs/extend/");
    }

    private static String source(String path, String name) {
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

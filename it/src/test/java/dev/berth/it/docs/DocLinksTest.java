package dev.berth.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Links between pages lead somewhere.
class DocLinksTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

    @Test
    void everyRelativeLinkLeadsToAFileAndAHeadingInIt() {
        assertThat(Docs.pages()).extracting(Docs::name).contains("README.md", "docs/parity.md");
        assertThat(Docs.pages().stream().flatMap(page -> broken(page).stream())).isEmpty();
    }

    private static List<String> broken(Path page) {
        var broken = new ArrayList<String>();
        Matcher links = LINK.matcher(FENCED.matcher(Docs.text(page)).replaceAll(""));
        while (links.find()) {
            String link = links.group(1);
            if (!link.contains("://") && !leadsSomewhere(page, link)) {
                broken.add(Docs.name(page) + " -> " + link);
            }
        }
        return broken;
    }

    private static boolean leadsSomewhere(Path page, String link) {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? page : page.resolveSibling(file).normalize();
        return Files.exists(target)
                && target.startsWith(Docs.ROOT)
                && (hash < 0 || anchors(target).contains(link.substring(hash + 1)));
    }

    /// Headings as hosts of Markdown make anchors of them.
    private static Set<String> anchors(Path page) {
        return HEADING.matcher(Docs.text(page))
                .results()
                .map(heading ->
                        heading.group(1)
                                .toLowerCase(Locale.ROOT)
                                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                                .replace(' ', '-'))
                .collect(Collectors.toSet());
    }
}

package dev.berth.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.answers.HelpAnswer;
import dev.berth.answers.HelpPageItem;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The pages that explain what a plugin does, and the reasons of its rejections.
public final class HelpPages {
    private static final List<String> PAGES =
            List.of(
                    "default-binder",
                    "default-preemption",
                    "dynamic-resources",
                    "image-locality",
                    "inter-pod-affinity",
                    "legacy",
                    "node-affinity",
                    "node-declared-features",
                    "node-name",
                    "node-ports",
                    "node-resources-balanced-allocation",
                    "node-resources-fit",
                    "node-unschedulable",
                    "node-volume-limits",
                    "pod-topology-spread",
                    "priority-sort",
                    "scheduling-gates",
                    "taint-toleration",
                    "volume-binding",
                    "volume-restrictions",
                    "volume-zone");

    /// Plugins whose page has another name.
    private static final Map<String, String> OTHERS =
            Map.of(
                    "NodeVolumeLimits", "node-volume-limits",
                    "EBSLimits", "node-volume-limits",
                    "GCEPDLimits", "node-volume-limits",
                    "AzureDiskLimits", "node-volume-limits",
                    "CinderLimits", "node-volume-limits");

    private HelpPages() {}

    /// The page about a plugin, or empty.
    public static String of(String plugin) {
        String page = OTHERS.getOrDefault(plugin, dashed(plugin));
        return PAGES.contains(page) ? page : "";
    }

    private static String dashed(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    /// The text of the page about a plugin, by the name of the plugin or of the page.
    public static Optional<String> about(String plugin) {
        return text(PAGES.contains(plugin) ? plugin : of(plugin));
    }

    /// Suggests a page for an unknown plugin or page; empty if none is similar.
    public static String suggestions(String unknown) {
        return NameSuggestions.of(dashed(unknown), PAGES);
    }

    /// All pages with their titles.
    static HelpAnswer answer() {
        return new HelpAnswer(
                PAGES.stream().map(page -> new HelpPageItem(page, title(page))).toList());
    }

    private static String title(String page) {
        String text = text(page).orElseThrow();
        return text.lines().findFirst().orElse(page).replaceFirst("^#+ *", "");
    }

    static Optional<String> text(String page) {
        if (!PAGES.contains(page)) {
            return Optional.empty();
        }
        try (InputStream in = HelpPages.class.getResourceAsStream("help/" + page + ".md")) {
            if (in == null) {
                throw new IllegalStateException("the build left out help/" + page + ".md");
            }
            return Optional.of(new String(in.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

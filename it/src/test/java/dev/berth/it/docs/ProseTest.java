package dev.berth.it.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.it.docs.Prose.Fragment;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Every page is written in plain technical English: Kubernetes' words, short sentences, active
/// voice.
class ProseTest {
    private static final int MAX_WORDS = 32;

    /// Of the sentences of a page, at most one in five has a passive verb without an actor. Shorter
    /// pages have too few sentences for a share.
    private static final double MAX_PASSIVE = 0.2;

    private static final int MIN_SENTENCES = 10;

    /// Participles that name a state in Kubernetes, or what any client of the API does to an
    /// object.
    private static final Set<String> TECHNICAL =
            Set.of(
                    "bound",
                    "assumed",
                    "nominated",
                    "gated",
                    "scheduled",
                    "suspended",
                    "cordoned",
                    "uncordoned",
                    "enabled",
                    "disabled",
                    "required",
                    "supported",
                    "installed",
                    "migrated",
                    "overcommitted",
                    "added",
                    "deleted",
                    "removed",
                    "created",
                    "updated",
                    "committed",
                    "licensed");

    private static final Pattern PASSIVE =
            Pattern.compile(
                    "\\b(?:is|are|was|were|be|been|being)\\s+"
                        + "(?:(?:not|also|only|always|never|already|still|then|now|\\w+ly)\\s+)*"
                        + "(\\w+ed|built|made|written|read|sent|kept|given|taken|found|set|shown|known"
                        + "|seen|left|lost|chosen|drawn|put|cut|met|broken|done|thrown|bound|told)\\b"
                        + "(?!\\s+by\\b)",
                    Pattern.CASE_INSENSITIVE);

    private static final BannedWords BANNED = BannedWords.load();

    @Test
    void noPageUsesABannedWord() {
        assertThat(inAllPages(ProseTest::bannedWords)).isEmpty();
    }

    @Test
    void sentencesAreShort() {
        assertThat(inAllPages(ProseTest::longSentences)).isEmpty();
    }

    @Test
    void mostSentencesNameTheActor() {
        assertThat(inAllPages(ProseTest::tooPassive)).isEmpty();
    }

    @Test
    void allMarkdownFilesAreChecked() {
        assertThat(Docs.markdown())
                .extracting(Docs::name)
                .contains(
                        "README.md",
                        "docs/parity.md",
                        "dashboard/page/README.md",
                        "conformance/cluster/README.md")
                .noneMatch(name -> name.contains("/target/") || name.contains("node_modules"));
    }

    @Test
    void aBannedWordIsFoundAsAWholeWordInAnyCase() {
        var banned = new BannedWords(Map.of("room", "free CPU"), Set.of());
        assertThat(banned.in("Room for a pod; roomy, head-room and rooms are other words"))
                .containsExactly("\"Room\", use: free CPU");
    }

    @Test
    void anAllowedPhraseIsNotFoundButTheWordBesideItIs() {
        var banned = new BannedWords(Map.of("who", "which"), Set.of("users who"));
        assertThat(banned.in("Users who list pods, and plugins who reject nodes"))
                .containsExactly("\"who\", use: which");
    }

    @Test
    void aSequenceOfWordsIsFoundAcrossLines() {
        var banned = new BannedWords(Map.of("in vain", "dry run"), Set.of());
        assertThat(banned.in("a cycle in\nvain")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"room", "room->free CPU", "room -> a\nroom -> b"})
    void aListThatCannotBeReadIsAnError(String list) {
        assertThatThrownBy(() -> BannedWords.entriesOf(list))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("room");
    }

    @Test
    void everyAllowedPhraseIsStillUsed() {
        var page = new StringBuilder();
        Docs.markdown()
                .forEach(each -> Prose.of(Docs.text(each)).fragments().forEach(page::append));
        assertThat(BannedWords.allowedPhrases())
                .allMatch(phrase -> Pattern.compile("(?i)\\b" + phrase).matcher(page).find());
    }

    @Test
    void codeIsNoProse() {
        Prose prose =
                Prose.of(
                        """
                        # A title

                        One sentence with `code`. Another with a
                        [link](page.md#x).

                            indented code

                        ```console
                        fenced code
                        ```

                        - an item
                          on two lines
                        1. a step

                        | cell | `code` |
                        |---|---|
                        """);
        assertThat(prose.fragments())
                .containsExactly(
                        new Fragment(Prose.Part.HEADING, 1, "A title"),
                        new Fragment(Prose.Part.SENTENCE, 3, "One sentence with CODE."),
                        new Fragment(Prose.Part.SENTENCE, 3, "Another with a link."),
                        new Fragment(Prose.Part.SENTENCE, 12, "an item on two lines"),
                        new Fragment(Prose.Part.SENTENCE, 14, "a step"),
                        new Fragment(Prose.Part.CELL, 16, "cell"),
                        new Fragment(Prose.Part.CELL, 16, "CODE"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The pod is rejected.",
                "Scores are not cached.",
                "Events were silently dropped."
            })
    void aPassiveVerbWithoutAnActorIsFound(String sentence) {
        assertThat(isPassive(sentence)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The filter rejects the pod.",
                "The pod is rejected by the filter.",
                "The pod is nominated.",
                "The node is full."
            })
    void anActiveSentenceAStateAndAnActorAreFine(String sentence) {
        assertThat(isPassive(sentence)).isFalse();
    }

    private interface Check {
        List<String> problems(String page, Prose prose);
    }

    private static List<String> inAllPages(Check check) {
        var problems = new ArrayList<String>();
        for (Path page : Docs.markdown()) {
            problems.addAll(check.problems(Docs.name(page), Prose.of(Docs.text(page))));
        }
        return problems;
    }

    private static List<String> bannedWords(String page, Prose prose) {
        return prose.fragments().stream()
                .flatMap(each ->
                        BANNED.in(each.text()).stream()
                                .map(problem -> at(page, each) + problem + ": " + each.text()))
                .toList();
    }

    private static List<String> longSentences(String page, Prose prose) {
        return prose.sentences().stream()
                .filter(each -> each.words() > MAX_WORDS)
                .map(each -> at(page, each) + each.words() + " words: " + each.text())
                .toList();
    }

    private static List<String> tooPassive(String page, Prose prose) {
        List<Fragment> sentences = prose.sentences();
        List<String> passive =
                sentences.stream()
                        .filter(each -> isPassive(each.text()))
                        .map(each -> at(page, each) + each.text())
                        .toList();
        return sentences.size() < MIN_SENTENCES || passive.size() <= MAX_PASSIVE * sentences.size()
                ? List.of()
                : passive;
    }

    private static boolean isPassive(String sentence) {
        Matcher verbs = PASSIVE.matcher(sentence);
        while (verbs.find()) {
            if (!TECHNICAL.contains(verbs.group(1).toLowerCase(java.util.Locale.ROOT))) {
                return true;
            }
        }
        return false;
    }

    private static String at(String page, Fragment fragment) {
        return page + ":" + fragment.line() + ": ";
    }
}

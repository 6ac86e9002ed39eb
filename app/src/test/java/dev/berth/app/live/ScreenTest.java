package dev.berth.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.live.LiveSnapshot.Bar;
import dev.berth.app.live.LiveSnapshot.Count;
import dev.berth.app.live.LiveSnapshot.Latest;
import dev.berth.app.live.LiveSnapshot.Resource;
import dev.berth.app.live.LiveSnapshot.Wait;
import dev.berth.app.live.ViewChoice.Part;
import dev.berth.app.terminal.DisplayWidth;
import dev.berth.app.terminal.Terminal.Size;
import dev.berth.app.terminal.TerminalStyle;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

class ScreenTest {
    private static final ScreenLayout PLAIN = new ScreenLayout(TerminalStyle.OFF, false);

    static Bar bar(String name, String zone, double cpu, double memory) {
        return new Bar(
                name,
                zone,
                Map.of(Resource.CPU, cpu, Resource.MEMORY, memory, Resource.PODS, 0.0),
                false);
    }

    static LiveSnapshot picture(List<Bar> nodes, List<Latest> decisions, List<Wait> waits) {
        return new LiveSnapshot(
                5,
                61_000,
                12.4,
                OptionalLong.of(85),
                OptionalLong.of(1_200),
                3,
                false,
                List.of("export KUBECONFIG=/tmp/k"),
                List.of(new Count("active", 1), new Count("gated", 0)),
                nodes,
                decisions,
                waits,
                List.of());
    }

    private static final LiveSnapshot SMALL =
            picture(
                    List.of(bar("n2", "a", 0.5, 1), bar("n1", "a", 0.88, 0), bar("n3", "b", 0, 0)),
                    List.of(
                            new Latest("shop/web", true, "n1", 90),
                            new Latest("shop/big", false, "3 Insufficient cpu", 1_500)),
                    List.of(
                            new Wait(
                                    2, "0/3 nodes are available: 3 Insufficient cpu", "shop/big")));

    @Test
    void everythingHasItsPlace() {
        assertThat(PLAIN.lines(SMALL, ViewChoice.FIRST, new Size(72, 20)))
                .containsExactly(
                        " berth  3 nodes, 5 pods   12 pods/s   decision p50 85µs, p99 1.2ms   up…",
                        " export KUBECONFIG=/tmp/k",
                        " scheduled 3   active 1   gated 0",
                        "",
                        " NODES BY CPU",
                        " a",
                        " n1               █████████░  88%  n2               █████░░░░░  50%  ",
                        " b",
                        " n3               ░░░░░░░░░░   0%  ",
                        "",
                        " PENDING PODS BY REASON",
                        "      2 0/3 nodes are available: 3 Insufficient cpu",
                        "        for example shop/big",
                        "",
                        " LATEST DECISIONS",
                        "   90µs shop/web                              n1",
                        "  1.5ms shop/big                              3 Insufficient cpu",
                        "",
                        "",
                        " q quit   ? help   p pause   s step   r resource   tab part   / filter");
    }

    @Test
    void aWideScreenHasDecisionsBesideReasons() {
        List<String> lines = PLAIN.lines(SMALL, ViewChoice.FIRST, new Size(120, 20));
        assertThat(lines)
                .anySatisfy(line ->
                        assertThat(line)
                                .startsWith(" LATEST DECISIONS ")
                                .contains("  PENDING PODS BY REASON"))
                .anySatisfy(line -> assertThat(line).contains(" n1 ").contains("Insufficient cpu"));
    }

    @Test
    void barsShowTheResourceThatIsChosen() {
        ViewChoice memory = ViewChoice.FIRST.withNextResource();
        assertThat(PLAIN.lines(SMALL, memory, new Size(72, 20)))
                .contains(
                        " NODES BY MEMORY",
                        " n1               ░░░░░░░░░░   0%  n2               ██████████ 100%  ");
    }

    @Test
    void onePartTakesTheWholeScreenAndTheNextFollows() {
        ViewChoice choice = ViewChoice.FIRST.turned(true);
        assertThat(choice.part()).isEqualTo(Part.NODES);
        assertThat(PLAIN.lines(SMALL, choice, new Size(72, 20)))
                .contains(" NODES BY CPU")
                .doesNotContain(" LATEST DECISIONS");
        choice = choice.turned(true).turned(true);
        assertThat(choice.part()).isEqualTo(Part.WAITS);
        assertThat(choice.turned(true).part()).isEqualTo(Part.ALL);
        assertThat(ViewChoice.FIRST.turned(false).part()).isEqualTo(Part.WAITS);
    }

    @Test
    void helpStandsInPlaceOfTheRest() {
        assertThat(PLAIN.lines(SMALL, ViewChoice.FIRST.withHelp(true), new Size(72, 20)))
                .contains(" KEYS")
                .anyMatch(line -> line.startsWith(" Ctrl-Z"))
                .doesNotContain(" NODES BY CPU");
    }

    @Test
    void moreNodesThanBarsFitBecomeOneSignEach() {
        var nodes = new ArrayList<Bar>();
        for (int i = 0; i < 100; i++) {
            nodes.add(bar("n%03d".formatted(i), i % 2 == 0 ? "east" : "west", i / 99.0, 0));
        }
        List<String> lines =
                PLAIN.lines(
                        picture(nodes, List.of(), List.of()), ViewChoice.FIRST, new Size(72, 20));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).startsWith(" east ▁▁▁").endsWith("▇██████"));
    }

    private static LiveSnapshot many(int count) {
        var nodes = new ArrayList<Bar>();
        for (int i = 0; i < count; i++) {
            nodes.add(bar("n%04d".formatted(i), i % 2 == 0 ? "east" : "west", i % 10 * 0.1, 0));
        }
        return picture(nodes, List.of(), List.of());
    }

    @Test
    void fiveThousandNodesAreAHistogram() {
        List<String> lines = PLAIN.lines(many(5_000), ViewChoice.FIRST, new Size(72, 40));
        assertThat(lines)
                .contains(" NODES BY CPU, NUMBER OF NODES")
                .anyMatch(line -> line.matches(" +0-10% █+ 500"))
                .anyMatch(line -> line.matches(" +90-100% █+ 500"))
                .filteredOn(line -> line.contains("█"))
                .hasSize(10);
    }

    @Test
    void aSmallScreenHasFewerRanges() {
        List<String> lines = PLAIN.lines(many(5_000), ViewChoice.FIRST, new Size(72, 20));
        assertThat(lines)
                .anyMatch(line -> line.matches(" +0-20% █+ 1000"))
                .filteredOn(line -> line.contains("█"))
                .hasSize(5);
    }

    @Test
    void theNodesOnTheWholeScreenAreAHistogramAndAList() {
        ViewChoice nodes = ViewChoice.FIRST.withPart(Part.NODES);
        var size = new Size(72, 40);
        List<String> lines = PLAIN.lines(many(5_000), nodes, size);
        assertThat(lines)
                .contains(" NODES BY CPU, 1-44 OF 5000")
                .anyMatch(line -> line.matches(" +0-10% █+ 500"))
                .anyMatch(line -> line.startsWith(" n0000 "));

        int max = PLAIN.maxScroll(many(5_000), nodes, size);
        assertThat(PLAIN.lines(many(5_000), nodes.withScroll(max), size))
                .anyMatch(line -> line.contains(" n4999 "))
                .anyMatch(line -> line.endsWith("OF 5000"));
        assertThat(PLAIN.page(many(5_000), nodes, size)).isEqualTo(23);
    }

    @Test
    void aListThatFitsCannotBeScrolled() {
        assertThat(PLAIN.maxScroll(SMALL, ViewChoice.FIRST, new Size(72, 20))).isZero();
    }

    @Test
    void aFilterShowsTheNodesWithTheTextInNameOrZone() {
        var size = new Size(72, 40);
        List<String> lines = PLAIN.lines(many(5_000), ViewChoice.FIRST.withFilter("N123"), size);
        assertThat(lines)
                .contains(" NODES BY CPU WITH \"N123\"")
                .filteredOn(line -> line.contains("n123"))
                .hasSize(6);
        assertThat(PLAIN.lines(many(5_000), ViewChoice.FIRST.withFilter("west"), size))
                .anyMatch(line -> line.endsWith("OF 2500"))
                .noneMatch(line -> line.contains("n0000"));
        assertThat(PLAIN.lines(many(5_000), ViewChoice.FIRST.withFilter("none"), size))
                .contains(" NODES BY CPU WITH \"none\"");
    }

    @Test
    void theFootShowsTheFilterWhileItIsTyped() {
        assertThat(
                        PLAIN.lines(
                                        SMALL,
                                        ViewChoice.FIRST.withTyping(true).withFilter("n1"),
                                        new Size(72, 20))
                                .getLast())
                .isEqualTo(" /n1_   Enter keep   Esc clear");
    }

    @Test
    void terminalsWithoutBlocksGetOtherSigns() {
        List<String> lines =
                new ScreenLayout(TerminalStyle.OFF, true)
                        .lines(SMALL, ViewChoice.FIRST, new Size(72, 20));
        assertThat(lines).contains(" n3               ..........   0%  ");
        assertThat(String.join("", lines).replace("µ", "").replace("…", "").chars())
                .allMatch(c -> c < 0x7f);
    }

    @Test
    void whatTheLogSaysStandsAtTheFoot() {
        LiveSnapshot noted =
                new LiveSnapshot(
                        0,
                        0,
                        0,
                        OptionalLong.empty(),
                        OptionalLong.empty(),
                        0,
                        true,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of("first", "Slow turn\nof the thread"));
        List<String> lines = PLAIN.lines(noted, ViewChoice.FIRST, new Size(72, 20));
        assertThat(lines.getLast()).isEqualTo(" Slow turn\\u000aof the thread");
        assertThat(lines.getFirst()).endsWith("PAUSED");
        assertThat(lines).contains(" none yet", " No pods are waiting.");
    }

    static final List<String> HOSTILE =
            List.of(
                    "<script>alert(1)</script>",
                    "\033[2J\033[31mred\u0007",
                    "\u202etxt.exe\u2066",
                    "שלום-עולם",
                    "漢字漢字漢字漢字漢字漢字漢字",
                    "e\u0301\u0301\u0301",
                    "\ud83d\ude00\ud83d\ude00",
                    "a".repeat(253),
                    "two\nlines\r\ttab");

    @ParameterizedTest
    @FieldSource("HOSTILE")
    void namesOfAnyKindNeitherMoveTheCursorNorWidenALine(String name) {
        LiveSnapshot picture =
                picture(
                        List.of(bar(name, name, 0.5, 0.5)),
                        List.of(new Latest(name, true, name, 5), new Latest(name, false, name, 5)),
                        List.of(new Wait(1, name, name)));
        for (int columns : List.of(1, 5, 20, 40, 80, 111, 200)) {
            for (int rows : List.of(1, 2, 5, 10, 24, 50)) {
                for (Part part : Part.values()) {
                    List<String> lines =
                            PLAIN.lines(
                                    picture,
                                    ViewChoice.FIRST
                                            .withPart(part)
                                            .withScroll(rows)
                                            .withFilter(rows % 2 == 0 ? "" : "a"),
                                    new Size(columns, rows));
                    assertThat(lines).hasSize(rows);
                    assertThat(lines)
                            .allSatisfy(line -> {
                                assertThat(DisplayWidth.width(line)).isLessThanOrEqualTo(columns);
                                assertThat(line.codePoints().map(Character::getType))
                                        .doesNotContain(
                                                (int) Character.CONTROL, (int) Character.FORMAT);
                            });
                }
            }
        }
    }

    @Test
    void coloursAreClosedOnEveryLine() {
        List<String> lines =
                new ScreenLayout(TerminalStyle.ON, false)
                        .lines(SMALL, ViewChoice.FIRST, new Size(72, 20));
        assertThat(lines).anyMatch(line -> line.contains("\033[31m"));
        assertThat(lines)
                .allSatisfy(line ->
                        assertThat(line.split("\033\\[[1-9]\\d*m", -1).length)
                                .isEqualTo(line.split("\033\\[0m", -1).length));
    }
}

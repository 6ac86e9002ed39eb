package dev.berth.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.live.LiveSnapshot.Bar;
import dev.berth.app.live.LiveSnapshot.Count;
import dev.berth.app.live.LiveSnapshot.Latest;
import dev.berth.app.live.LiveSnapshot.Resource;
import dev.berth.app.live.LiveSnapshot.Wait;
import dev.berth.app.live.ScreenLayout.Choice;
import dev.berth.app.live.ScreenLayout.Part;
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
        assertThat(PLAIN.lines(SMALL, Choice.FIRST, new Size(72, 20)))
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
                        " q quit   ? help   p pause   s step   r resource   tab part");
    }

    @Test
    void aWideScreenHasDecisionsBesideReasons() {
        List<String> lines = PLAIN.lines(SMALL, Choice.FIRST, new Size(120, 20));
        assertThat(lines)
                .anySatisfy(line ->
                        assertThat(line)
                                .startsWith(" LATEST DECISIONS ")
                                .contains("  PENDING PODS BY REASON"))
                .anySatisfy(line -> assertThat(line).contains(" n1 ").contains("Insufficient cpu"));
    }

    @Test
    void barsShowTheResourceThatIsChosen() {
        Choice memory = Choice.FIRST.withNextResource();
        assertThat(PLAIN.lines(SMALL, memory, new Size(72, 20)))
                .contains(
                        " NODES BY MEMORY",
                        " n1               ░░░░░░░░░░   0%  n2               ██████████ 100%  ");
    }

    @Test
    void onePartTakesTheWholeScreenAndTheNextFollows() {
        Choice choice = Choice.FIRST.turned(true);
        assertThat(choice.part()).isEqualTo(Part.NODES);
        assertThat(PLAIN.lines(SMALL, choice, new Size(72, 20)))
                .contains(" NODES BY CPU")
                .doesNotContain(" LATEST DECISIONS");
        choice = choice.turned(true).turned(true);
        assertThat(choice.part()).isEqualTo(Part.WAITS);
        assertThat(choice.turned(true).part()).isEqualTo(Part.ALL);
        assertThat(Choice.FIRST.turned(false).part()).isEqualTo(Part.WAITS);
    }

    @Test
    void helpStandsInPlaceOfTheRest() {
        assertThat(PLAIN.lines(SMALL, Choice.FIRST.withHelp(true), new Size(72, 20)))
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
                PLAIN.lines(picture(nodes, List.of(), List.of()), Choice.FIRST, new Size(72, 20));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).startsWith(" east ▁▁▁").endsWith("▇██████"));
    }

    @Test
    void manyNodesShareSignsSoThatEveryZoneIsThere() {
        var nodes = new ArrayList<Bar>();
        for (int i = 0; i < 5_000; i++) {
            nodes.add(bar("n" + i, i < 4_900 ? "east" : "west", i < 4_900 ? 0.5 : 1, 0));
        }
        assertThat(
                        PLAIN.lines(
                                picture(nodes, List.of(), List.of()),
                                Choice.FIRST,
                                new Size(72, 20)))
                .contains(" NODES BY CPU, 13 PER CHARACTER", " west ████████");
    }

    @Test
    void nodesForWhichThereIsNoCapacityAreCounted() {
        var nodes = new ArrayList<Bar>();
        for (int i = 0; i < 50; i++) {
            nodes.add(bar("n" + i, "z" + i, 0.5, 0));
        }
        assertThat(
                        PLAIN.lines(
                                picture(nodes, List.of(), List.of()),
                                Choice.FIRST,
                                new Size(72, 20)))
                .contains(" and 44 more nodes");
    }

    @Test
    void terminalsWithoutBlocksGetOtherSigns() {
        List<String> lines =
                new ScreenLayout(TerminalStyle.OFF, true)
                        .lines(SMALL, Choice.FIRST, new Size(72, 20));
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
        List<String> lines = PLAIN.lines(noted, Choice.FIRST, new Size(72, 20));
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
                                    new Choice(part, Resource.CPU, false),
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
                        .lines(SMALL, Choice.FIRST, new Size(72, 20));
        assertThat(lines).anyMatch(line -> line.contains("\033[31m"));
        assertThat(lines)
                .allSatisfy(line ->
                        assertThat(line.split("\033\\[[1-9]\\d*m", -1).length)
                                .isEqualTo(line.split("\033\\[0m", -1).length));
    }
}

package dev.berth.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class ColumnsTest {
    @Test
    void wideSignsCountTwiceAndMarksNotAtAll() {
        assertThat(DisplayWidth.width("pod")).isEqualTo(3);
        assertThat(DisplayWidth.width("漢字")).isEqualTo(4);
        assertThat(DisplayWidth.width("\ud83d\ude00")).isEqualTo(2);
        assertThat(DisplayWidth.width("e\u0301")).isEqualTo(1);
    }

    @Test
    void whatIsTooLongIsCutAndSaysSo() {
        assertThat(DisplayWidth.cut("node-001", 8)).isEqualTo("node-001");
        assertThat(DisplayWidth.cut("node-001", 5)).isEqualTo("node…");
        assertThat(DisplayWidth.cut("漢字漢", 4)).isEqualTo("漢…");
        assertThat(DisplayWidth.cut("node", 0)).isEmpty();
    }

    @Test
    void paddingFillsExactly() {
        assertThat(DisplayWidth.left("漢", 4)).isEqualTo("漢  ");
        assertThat(DisplayWidth.right("7", 3)).isEqualTo("  7");
        assertThat(DisplayWidth.left("漢字漢", 4)).isEqualTo("漢… ");
    }

    @Test
    void tablesAlignByColumnsAndNotByLetters() {
        assertThat(Table.aligned("", List.of(List.of("漢", "x"), List.of("abc", "y"))))
                .isEqualTo("漢   x\nabc  y\n");
    }
}

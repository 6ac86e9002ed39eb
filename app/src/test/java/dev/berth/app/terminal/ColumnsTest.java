package dev.berth.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class ColumnsTest {
    @Test
    void wideSignsCountTwiceAndMarksNotAtAll() {
        assertThat(Columns.width("pod")).isEqualTo(3);
        assertThat(Columns.width("漢字")).isEqualTo(4);
        assertThat(Columns.width("\ud83d\ude00")).isEqualTo(2);
        assertThat(Columns.width("e\u0301")).isEqualTo(1);
    }

    @Test
    void whatIsTooLongIsCutAndSaysSo() {
        assertThat(Columns.cut("node-001", 8)).isEqualTo("node-001");
        assertThat(Columns.cut("node-001", 5)).isEqualTo("node…");
        assertThat(Columns.cut("漢字漢", 4)).isEqualTo("漢…");
        assertThat(Columns.cut("node", 0)).isEmpty();
    }

    @Test
    void paddingFillsExactly() {
        assertThat(Columns.left("漢", 4)).isEqualTo("漢  ");
        assertThat(Columns.right("7", 3)).isEqualTo("  7");
        assertThat(Columns.left("漢字漢", 4)).isEqualTo("漢… ");
    }

    @Test
    void tablesAlignByColumnsAndNotByLetters() {
        assertThat(Table.aligned("", List.of(List.of("漢", "x"), List.of("abc", "y"))))
                .isEqualTo("漢   x\nabc  y\n");
    }
}

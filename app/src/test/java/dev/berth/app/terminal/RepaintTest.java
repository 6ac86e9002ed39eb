package dev.berth.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class RepaintTest {
    private final ScreenDiff repaint = new ScreenDiff();

    @Test
    void onlyLinesThatChangedAreSent() {
        assertThat(repaint.of(List.of("a", "b")))
                .isEqualTo("\033[?2026h\033[1;1Ha\033[K\033[2;1Hb\033[K\033[?2026l");
        assertThat(repaint.of(List.of("a", "b"))).isEmpty();
        assertThat(repaint.of(List.of("a", "c")))
                .isEqualTo("\033[?2026h\033[2;1Hc\033[K\033[?2026l");
    }

    @Test
    void linesThatAreGoneAreEmptied() {
        repaint.of(List.of("a", "b"));
        assertThat(repaint.of(List.of("a"))).isEqualTo("\033[?2026h\033[2;1H\033[K\033[?2026l");
    }

    @Test
    void afterClearingEverythingIsSentAgain() {
        repaint.of(List.of("a"));
        assertThat(repaint.clear()).isEqualTo("\033[2J");
        assertThat(repaint.of(List.of("a"))).contains("\033[1;1Ha");
    }
}

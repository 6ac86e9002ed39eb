package dev.berth.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;

class TerminalEscapesTest {
    private static final String HOSTILE =
            "a\033[2J\r\n\u009b1m\u202eb\u2066\u200b\u0007\ud83d\ude00";

    @Test
    void whatMovesCursorsOrTurnsTheDirectionIsShownAndDoesNothing() {
        assertThat(TerminalEscapes.text(HOSTILE))
                .isEqualTo(
                        "a\\u001b[2J\\u000d\\u000a\\u009b1m\\u202eb\\u2066\\u200b\\u0007\ud83d\ude00");
        assertThat(TerminalEscapes.text("web-1 <b>&amp; שלום 漢字"))
                .isEqualTo("web-1 <b>&amp; שלום 漢字");
    }

    @Test
    void allTextsAndNamesOfAnAnswerAreMadeHarmless() {
        Json answer = Json.arr(Json.of("\033c"), Json.Obj.of("\u202e", Json.of(7)), Json.of(true));
        assertThat(TerminalEscapes.of(answer).text())
                .isEqualTo("[\"\\\\u001bc\",{\"\\\\u202e\":7},true]");
    }

    @Test
    void aDocumentMeansTheSameAsBefore() {
        Json answer = Json.Obj.of("name", Json.of(HOSTILE + "\udb40\udc01"));
        String printed = TerminalEscapes.document(answer.pretty());
        assertThat(Json.parse(printed)).isEqualTo(answer);
        assertThat(printed.codePoints())
                .allMatch(c -> c == '\n' || c >= ' ' && c < 0x7f || c == 0x1f600);
    }
}

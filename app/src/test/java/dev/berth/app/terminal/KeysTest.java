package dev.berth.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class KeysTest {
    private static List<Key> keys(String sent) {
        var keys = new Keys();
        return sent.chars()
                .mapToObj(keys::next)
                .flatMap(Optional::stream)
                .map(KeyPress::key)
                .toList();
    }

    @Test
    void lettersMeanWhatTheHelpSays() {
        assertThat(keys("q?ps\tr\032x"))
                .containsExactly(
                        Key.QUIT,
                        Key.HELP,
                        Key.PAUSE,
                        Key.STEP,
                        Key.NEXT,
                        Key.RESOURCE,
                        Key.SUSPEND,
                        Key.OTHER);
    }

    @Test
    void arrowsComeInBothForms() {
        assertThat(keys("\033[C\033OB\033[D\033OA\033[Z"))
                .containsExactly(Key.NEXT, Key.DOWN, Key.PREVIOUS, Key.UP, Key.PREVIOUS);
    }

    @Test
    void pagesAndEndsComeInSeveralForms() {
        assertThat(keys("\033[5~\033[6~\033[H\033[1~\033OF\033[4~"))
                .containsExactly(
                        Key.PAGE_UP, Key.PAGE_DOWN, Key.FIRST, Key.FIRST, Key.LAST, Key.LAST);
    }

    @Test
    void theEscapeKeyIsASequenceThatEnds() {
        var keys = new Keys();
        assertThat(keys.next(0x1b)).isEmpty();
        assertThat(keys.end().key()).isEqualTo(Key.ESCAPE);
        assertThat(keys.next('q')).contains(new KeyPress(Key.QUIT, "q"));
        assertThat(keys.next(0x1b)).isEmpty();
        assertThat(keys.next('[')).isEmpty();
        assertThat(keys.end().key()).isEqualTo(Key.OTHER);
    }

    @Test
    void textKeysHaveTheirSign() {
        var keys = new Keys();
        assertThat(keys.next('/')).contains(new KeyPress(Key.FILTER, "/"));
        assertThat(keys.next('7')).contains(new KeyPress(Key.OTHER, "7"));
        assertThat(keys.next(127)).contains(new KeyPress(Key.BACKSPACE, ""));
        assertThat(keys.next(13)).contains(new KeyPress(Key.ENTER, ""));
    }

    @Test
    void otherSequencesAreOneKeyWhateverLettersTheyHave() {
        assertThat(keys("\033[15~\033[1;5Pq")).containsExactly(Key.OTHER, Key.OTHER, Key.QUIT);
    }
}

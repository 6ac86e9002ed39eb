package dev.berth.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class KeysTest {
    private static List<Key> keys(String sent) {
        var keys = new Keys();
        return sent.chars().mapToObj(keys::next).flatMap(Optional::stream).toList();
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
                .containsExactly(Key.NEXT, Key.NEXT, Key.PREVIOUS, Key.PREVIOUS, Key.PREVIOUS);
    }

    @Test
    void otherSequencesAreOneKeyWhateverLettersTheyHave() {
        assertThat(keys("\033[15~\033[1;5Pq")).containsExactly(Key.OTHER, Key.OTHER, Key.QUIT);
    }
}

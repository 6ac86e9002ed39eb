package dev.berth.engine;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Objects;

/// Pods move as in kube-scheduler v1.37.1: random operations on a queue, recorded with the
/// resulting moves (`conformance/queue/check` replays them on kube-scheduler's queue).
class QueueReplayTest {
    @Test
    void podsGoWhereTheyWentUpstream() throws IOException {
        var replay = new QueueReplay();
        int operations = 0;
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(
                                Objects.requireNonNull(
                                        getClass().getResourceAsStream("queue-moves.txt")),
                                UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int bar = line.indexOf(" | ");
                String operation = line.substring(0, bar);
                String moves = line.substring(bar + 3);
                operations++;
                if (operation.equals("end")) {
                    assertThat(replay.totals()).as("line %d", operations).isEqualTo(moves);
                    replay = new QueueReplay();
                } else {
                    assertThat(replay.apply(operation))
                            .as("line %d: %s", operations, operation)
                            .isEqualTo(moves);
                }
            }
        }
        assertThat(operations).isGreaterThan(1_000);
    }
}

package dev.berth.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Pulse;
import dev.berth.model.json.Json;
import dev.berth.serving.http.StreamingBody;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/// What one reader of server-sent events is told: the present first, then what changed, at most
/// four times a second.
///
/// It looks when it is its turn, so a reader who is slow gets fewer and larger frames and nothing
/// is ever queued for it.
final class Stream implements StreamingBody {
    private static final long FRAME_MILLIS = 250;
    private static final long SILENCE_FRAMES = 60;

    /// Ten minutes: a reader comes again then, and proves anew who it is.
    private static final long FRAMES = 2_400;

    private final News news;
    private final Board board;
    private final History history;
    private final Sight sight;
    private final Surroundings.Pause pause;
    private final AtomicInteger readers;
    private final BooleanSupplier ending;
    private long id;
    private long nodesSeen = -1;
    private long decisionsSeen = -1;
    private long secondsSeen = -1;
    private String statsSeen = "";
    private volatile boolean over;

    /// @param readers how many there are
    /// @param ending whether it is time to go
    Stream(
            News news,
            Board board,
            History history,
            Sight sight,
            Surroundings.Pause pause,
            AtomicInteger readers,
            BooleanSupplier ending) {
        this.news = news;
        this.board = board;
        this.history = history;
        this.sight = sight;
        this.pause = pause;
        this.readers = readers;
        this.ending = ending;
    }

    @Override
    public void gone() {
        over = true;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException, InterruptedException {
        readers.incrementAndGet();
        try {
            write(out);
        } finally {
            readers.decrementAndGet();
        }
    }

    private void write(OutputStream out) throws IOException, InterruptedException {
        long silent = 0;
        for (long frames = 0; !over && !ending.getAsBoolean() && frames < FRAMES; frames++) {
            byte[] frame = frame();
            if (frame.length > 0) {
                out.write(frame);
                silent = 0;
            } else if (++silent >= SILENCE_FRAMES) {
                out.write(":\n\n".getBytes(UTF_8));
                silent = 0;
            }
            out.flush();
            pause.millis(FRAME_MILLIS);
        }
    }

    byte[] frame() throws InterruptedException {
        var frame = new ByteArrayOutputStream();
        Optional<News.Issue> issue = news.newest();
        if (issue.isPresent()) {
            stats(issue.get().pulse(), frame);
            decisions(issue.get().decisions(), frame);
        }
        nodes(frame);
        Optional<History.Second> second = history.newerThan(secondsSeen);
        if (second.isPresent()) {
            secondsSeen = second.get().number();
            add(frame, "second", History.shown(second.get()));
        }
        return frame.toByteArray();
    }

    private void stats(Pulse pulse, ByteArrayOutputStream frame) {
        Json.Obj stats = Shown.stats(pulse);
        // The time alone is no news.
        String said = stats.without("at").text();
        if (!said.equals(statsSeen)) {
            statsSeen = said;
            add(frame, "stats", stats);
        }
    }

    private void nodes(ByteArrayOutputStream frame) throws InterruptedException {
        if (!sight.nodes()) {
            return;
        }
        Optional<Board.Changes> asked = board.since(nodesSeen);
        if (asked.isEmpty()) {
            return;
        }
        Board.Changes changes = asked.get();
        nodesSeen = changes.version();
        if (changes.all()) {
            // Everything at once is what /nodes is for.
            add(frame, "nodes", shown(changes.version(), List.of(), List.of(), true));
        } else if (!changes.nodes().isEmpty() || !changes.gone().isEmpty()) {
            add(frame, "nodes", shown(changes.version(), changes.nodes(), changes.gone(), false));
        }
    }

    private static Json.Obj shown(
            long version, List<Json> changed, List<String> gone, boolean all) {
        return Json.Obj.builder()
                .put("version", version)
                .put("changed", new Json.Arr(changed))
                .put("gone", Shown.texts(gone))
                .put("all", all)
                .build();
    }

    private void decisions(List<Decision> newest, ByteArrayOutputStream frame)
            throws InterruptedException {
        if (newest.isEmpty()) {
            return;
        }
        long last = newest.getFirst().number();
        long skipped = decisionsSeen < 0 ? 0 : last - decisionsSeen;
        var names = new Names(sight);
        var shown = new ArrayList<Json>();
        for (Decision decision : newest) {
            if (decision.number() > decisionsSeen) {
                skipped--;
                if (names.mayName(decision.pod())) {
                    shown.add(Shown.decision(decision, names, false));
                }
            }
        }
        if (last > decisionsSeen) {
            decisionsSeen = last;
            add(
                    frame,
                    "decisions",
                    Json.Obj.builder()
                            .put("decisions", new Json.Arr(shown))
                            .put("skipped", Math.max(0, skipped))
                            .build());
        }
    }

    private void add(ByteArrayOutputStream frame, String event, Json.Obj data) {
        String head = "id: %d\nevent: %s\ndata: ".formatted(id++, event);
        frame.writeBytes(head.getBytes(UTF_8));
        frame.writeBytes(data.bytes());
        frame.writeBytes("\n\n".getBytes(UTF_8));
    }
}

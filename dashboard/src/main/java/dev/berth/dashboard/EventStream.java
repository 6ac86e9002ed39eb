package dev.berth.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.answers.AnswerCodec;
import dev.berth.answers.DecisionItem;
import dev.berth.answers.DecisionsEvent;
import dev.berth.answers.NodesEvent;
import dev.berth.answers.StatusAnswer;
import dev.berth.engine.view.Answered;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.SchedulerStatus;
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

/// The server-sent events of one client: the current state first, then changes, at most four frames
/// a second.
///
/// It reads the state when it writes a frame, so a slow client gets fewer and larger frames, and
/// nothing is queued for it.
final class EventStream implements StreamingBody {
    private static final long FRAME_MILLIS = 250;
    private static final long KEEP_ALIVE_FRAMES = 60;

    /// Ten minutes. Then the client connects and authenticates again.
    private static final long MAX_FRAMES = 2_400;

    private final DashboardStatus status;
    private final DashboardNodes nodes;
    private final StatusHistory history;
    private final ListAccess access;
    private final DashboardContext.Sleep sleep;
    private final AtomicInteger clients;
    private final BooleanSupplier closing;
    private long id;
    private long lastNodes = -1;
    private long lastDecision = -1;
    private long lastSecond = -1;
    private Json.Obj lastStatus = Json.Obj.EMPTY;
    private volatile boolean over;

    /// @param clients how many there are
    /// @param closing whether the stream has to end
    EventStream(
            DashboardStatus status,
            DashboardNodes nodes,
            StatusHistory history,
            ListAccess access,
            DashboardContext.Sleep sleep,
            AtomicInteger clients,
            BooleanSupplier closing) {
        this.status = status;
        this.nodes = nodes;
        this.history = history;
        this.access = access;
        this.sleep = sleep;
        this.clients = clients;
        this.closing = closing;
    }

    @Override
    public void gone() {
        over = true;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException, InterruptedException {
        clients.incrementAndGet();
        try {
            write(out);
        } finally {
            clients.decrementAndGet();
        }
    }

    private void write(OutputStream out) throws IOException, InterruptedException {
        long silent = 0;
        for (long frames = 0; !over && !closing.getAsBoolean() && frames < MAX_FRAMES; frames++) {
            byte[] frame = frame();
            if (frame.length > 0) {
                out.write(frame);
                silent = 0;
            } else if (++silent >= KEEP_ALIVE_FRAMES) {
                out.write(":\n\n".getBytes(UTF_8));
                silent = 0;
            }
            out.flush();
            sleep.millis(FRAME_MILLIS);
        }
    }

    byte[] frame() throws InterruptedException {
        var frame = new ByteArrayOutputStream();
        Optional<Answered<List<Decision>>> newest = status.newest();
        if (newest.isPresent()) {
            status(newest.get().status(), frame);
            decisions(newest.get().answer(), frame);
        }
        nodes(frame);
        Optional<StatusHistory.Numbered> second = history.newerThan(lastSecond);
        if (second.isPresent()) {
            lastSecond = second.get().number();
            add(frame, "second", AnswerCodec.encode(second.get().second()));
        }
        return frame.toByteArray();
    }

    private void status(SchedulerStatus current, ByteArrayOutputStream frame) {
        StatusAnswer answer = AnswerMapper.status(current);
        Json.Obj json = AnswerCodec.encode(answer);
        // A status that differs in its time alone has not changed.
        Json.Obj timeless = json.without("atMillis");
        if (!timeless.equals(lastStatus)) {
            lastStatus = timeless;
            add(frame, "status", json);
        }
    }

    private void nodes(ByteArrayOutputStream frame) throws InterruptedException {
        if (!access.mayListNodes()) {
            return;
        }
        Optional<DashboardNodes.Changes> answered = nodes.since(lastNodes);
        if (answered.isEmpty()) {
            return;
        }
        DashboardNodes.Changes changes = answered.get();
        lastNodes = changes.version();
        if (changes.all() || !changes.nodes().isEmpty() || !changes.deleted().isEmpty()) {
            // Clients read all nodes at /nodes.
            var event =
                    new NodesEvent(
                            AnswerMapper.millis(changes.status().atNanos()),
                            changes.version(),
                            changes.all(),
                            changes.all() ? List.of() : changes.nodes(),
                            changes.deleted());
            add(frame, "nodes", AnswerCodec.encode(event));
        }
    }

    private void decisions(List<Decision> newest, ByteArrayOutputStream frame)
            throws InterruptedException {
        if (newest.isEmpty() || newest.getFirst().number() <= lastDecision) {
            return;
        }
        long last = newest.getFirst().number();
        long skipped = lastDecision < 0 ? 0 : last - lastDecision;
        var names = new VisibleNames(access);
        var mapper = new AnswerMapper(names);
        var items = new ArrayList<DecisionItem>();
        for (Decision decision : newest) {
            if (decision.number() > lastDecision) {
                skipped--;
                if (names.showsPod(decision.pod())) {
                    items.add(mapper.decision(decision, false));
                }
            }
        }
        lastDecision = last;
        add(
                frame,
                "decisions",
                AnswerCodec.encode(new DecisionsEvent(items, Math.max(0, skipped))));
    }

    private void add(ByteArrayOutputStream frame, String event, Json.Obj data) {
        String head = "id: %d\nevent: %s\ndata: ".formatted(id++, event);
        frame.writeBytes(head.getBytes(UTF_8));
        frame.writeBytes(data.bytes());
        frame.writeBytes("\n\n".getBytes(UTF_8));
    }
}

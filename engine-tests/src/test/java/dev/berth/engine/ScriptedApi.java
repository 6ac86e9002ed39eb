package dev.berth.engine;

import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.model.Pod;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Nomination;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// An API server with scripted responses. By default it accepts binds and reports them.
final class ScriptedApi implements ApiPort {
    final List<Write> writes = new ArrayList<>();
    final List<EventRecord> events = new ArrayList<>();
    final Map<String, String> bound = new HashMap<>();
    final ArrayDeque<WriteOutcome> bindAnswers = new ArrayDeque<>();
    final ArrayDeque<WriteOutcome> patchAnswers = new ArrayDeque<>();
    final ArrayDeque<WriteOutcome> deleteAnswers = new ArrayDeque<>();
    final ArrayDeque<ReadOutcome> readAnswers = new ArrayDeque<>();
    final List<Call> unanswered = new ArrayList<>();
    boolean confirms = true;
    boolean silent;
    boolean failing;
    private Predicate<Write> delayedCalls = write -> false;
    private final Map<String, Pod> pods = new HashMap<>();
    private Message.@Nullable Inbox inbox;

    void report(Message.Inbox inbox) {
        this.inbox = inbox;
    }

    void know(Pod pod) {
        pods.put(pod.uid(), pod);
    }

    @Override
    public void submit(List<Call> calls) {
        for (Call call : calls) {
            if (failing) {
                throw new IllegalStateException("no connection");
            }
            writes.add(call.write());
            if (silent || delayedCalls.test(call.write())) {
                unanswered.add(call);
            } else {
                answer(call);
            }
        }
    }

    /// Does not answer these writes until [#answerAll].
    void hold(Predicate<Write> which) {
        delayedCalls = which;
    }

    /// Responds to the calls that were delayed.
    void answerAll() {
        silent = false;
        delayedCalls = write -> false;
        List<Call> waiting = List.copyOf(unanswered);
        unanswered.clear();
        waiting.forEach(this::answer);
    }

    private void answer(Call call) {
        WriteOutcome outcome =
                switch (call.write()) {
                    case Write.BindPod bind -> bind(bind);
                    case Write.PatchPodStatus _ -> nextOf(patchAnswers);
                    case Write.DeletePod _ -> nextOf(deleteAnswers);
                    case Write.Merge _,
                            Write.Replace _,
                            Write.MergeStatus _,
                            Write.Create _,
                            Write.Delete _ ->
                            WriteOutcome.DONE;
                };
        call.answer().accept(outcome);
    }

    private static WriteOutcome nextOf(ArrayDeque<WriteOutcome> answers) {
        return answers.isEmpty() ? WriteOutcome.DONE : answers.remove();
    }

    private WriteOutcome bind(Write.BindPod bind) {
        WriteOutcome outcome = nextOf(bindAnswers);
        if (outcome instanceof WriteOutcome.Done) {
            bound.put(bind.uid(), bind.node());
            if (confirms) {
                confirm(bind.uid());
            }
        }
        return outcome;
    }

    /// Reports a bind, as a watch would.
    void confirm(String uid) {
        Pod pod = pods.get(uid);
        String node = bound.get(uid);
        if (pod != null && node != null && inbox != null) {
            inbox.accept(new Message.PodSeen(pod.on(node)));
        }
    }

    @Override
    public void read(String namespace, String name, Consumer<ReadOutcome> answer) {
        ReadOutcome outcome = readAnswers.poll();
        answer.accept(outcome == null ? new ReadOutcome.Absent() : outcome);
    }

    @Override
    public void events(List<EventRecord> more) {
        events.addAll(more);
    }

    List<Write.BindPod> binds() {
        return only(Write.BindPod.class);
    }

    List<Write.PatchPodStatus> patches() {
        return only(Write.PatchPodStatus.class);
    }

    List<Write.DeletePod> deletes() {
        return only(Write.DeletePod.class);
    }

    /// All writes in short, in the order they came.
    List<String> said() {
        return writes.stream().map(ScriptedApi::text).toList();
    }

    private static String text(Write write) {
        return switch (write) {
            case Write.BindPod bind -> "bind " + bind.name() + " to " + bind.node();
            case Write.DeletePod delete -> "delete " + delete.name();
            case Write.Merge merge -> "merge " + merge.name();
            case Write.Replace replace -> "replace " + replace.name();
            case Write.MergeStatus status -> "merge the status of " + status.name();
            case Write.Create create -> "create a " + create.kind().name();
            case Write.Delete delete -> "delete " + delete.name();
            case Write.PatchPodStatus(var pod, var condition, var nomination) ->
                    "patch "
                            + pod.name()
                            + condition.map(each -> ", " + each.type()).orElse("")
                            + (nomination instanceof Nomination.Nominate(String node)
                                    ? ", promise '" + node + "'"
                                    : "");
        };
    }

    private <W extends Write> List<W> only(Class<W> type) {
        return writes.stream().filter(type::isInstance).map(type::cast).toList();
    }

    List<String> notes(String reason) {
        return events.stream()
                .filter(event -> event.reason().equals(reason))
                .map(EventRecord::note)
                .toList();
    }
}

package dev.berth.bench;

import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.model.Pod;
import dev.berth.spi.EventNote;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// An API server that says yes at once and tells of every binding as a watch would.
final class InstantApi implements ApiPort {
    private final Map<String, Pod> pods = new HashMap<>();
    private Message.@Nullable Inbox inbox;
    private int bound;

    void tell(Message.Inbox inbox) {
        this.inbox = inbox;
    }

    void know(Pod pod) {
        pods.put(pod.uid(), pod);
    }

    int bound() {
        return bound;
    }

    @Override
    public void submit(List<Call> calls) {
        for (Call call : calls) {
            if (call.write() instanceof Write.BindPod bind) {
                Pod pod = pods.get(bind.uid());
                if (pod != null && inbox != null) {
                    bound++;
                    inbox.accept(new Message.PodSeen(pod.on(bind.node())));
                }
            }
            call.answer().accept(WriteOutcome.DONE);
        }
    }

    @Override
    public void read(String namespace, String name, Consumer<ReadOutcome> answer) {
        answer.accept(new ReadOutcome.Absent());
    }

    @Override
    public void events(List<EventNote> events) {}
}

package dev.berth.engine;

import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.util.List;
import java.util.function.Consumer;

/// An API server that accepts every write and reports binds to a listener; it sends no watch
/// events.
public final class AcceptingApi implements ApiPort {
    private final Consumer<Write.BindPod> bound;

    public AcceptingApi(Consumer<Write.BindPod> bound) {
        this.bound = bound;
    }

    @Override
    public void submit(List<Call> calls) {
        for (Call call : calls) {
            if (call.write() instanceof Write.BindPod bind) {
                bound.accept(bind);
            }
            call.answer().accept(WriteOutcome.DONE);
        }
    }

    @Override
    public void read(String namespace, String name, Consumer<ReadOutcome> answer) {
        answer.accept(new ReadOutcome.Absent());
    }

    @Override
    public void events(List<EventRecord> events) {}
}

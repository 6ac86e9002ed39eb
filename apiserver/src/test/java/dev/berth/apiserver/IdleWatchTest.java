package dev.berth.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.Signal;
import dev.berth.controlplane.store.Store;
import dev.berth.engine.VirtualClock;
import dev.berth.model.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

class IdleWatchTest {
    /// A watch without bookmarks must not poll after the bookmark interval has passed, because two
    /// such watches occupied the whole machine.
    @Test
    @Timeout(30)
    void aWatchWithoutBookmarksWaitsForTheNextEvent() throws Exception {
        VirtualClock time = VirtualClock.atEpoch();
        var looks = new AtomicLong();
        var store = new Store(time, 7);
        var signal = new Signal();
        var written = new CountDownLatch(1);
        var begun = new CountDownLatch(1);
        var stream =
                new WatchStream(
                        signal,
                        store.watch(ObjectSelection.of(Kind.NAMESPACE), signal::raise),
                        _ -> new byte[] {'{', '}'},
                        false,
                        Duration.ofMinutes(30),
                        () -> {
                            // Every reading of the clock is five minutes later than the previous
                            // one.
                            looks.incrementAndGet();
                            time.advance(looks.get() == 1 ? Duration.ZERO : Duration.ofMinutes(5));
                            begun.countDown();
                            return time.nowNanos();
                        },
                        new OpenStreams());
        Thread reader =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                stream.writeTo(
                                        new OutputStream() {
                                            @Override
                                            public void write(int one) {
                                                written.countDown();
                                            }
                                        });
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        });
        begun.await();
        store.create(ObjectTemplates.namespace("a")).orThrow();
        written.await();
        assertThat(looks.get()).isLessThan(5);
        stream.end();
        reader.join();
    }
}

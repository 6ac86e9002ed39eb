package dev.berth.kube.write;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

class WriterPoolTest {
    private static final long FOREVER = Long.MAX_VALUE;

    private final LinkedBlockingDeque<Runnable> queue = new LinkedBlockingDeque<>();
    private final AtomicInteger threads = new AtomicInteger();
    private final LinkedBlockingQueue<Throwable> uncaught = new LinkedBlockingQueue<>();
    private final ThreadFactory factory =
            Thread.ofVirtual()
                    .uncaughtExceptionHandler((_, problem) -> uncaught.add(problem))
                    .factory();

    private WriterPool pool(int max) {
        return new WriterPool(
                "write",
                max,
                () -> Optional.ofNullable(queue.poll()),
                task -> {
                    threads.incrementAndGet();
                    return factory.newThread(task);
                });
    }

    private void add(WriterPool pool, Runnable task) {
        queue.add(task);
        pool.signal(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void tasksStartInTheOrderOfTheQueue() throws Exception {
        WriterPool pool = pool(1);
        var order = new ArrayList<Integer>();
        for (int i = 0; i < 1_000; i++) {
            int number = i;
            add(pool, () -> order.add(number));
        }
        assertThat(pool.drain(FOREVER)).isTrue();
        assertThat(order).hasSize(1_000).isSorted();
    }

    @Test
    void requestsForOneObjectStayInOrderWhenEachFollowsTheResponseToTheOneBefore()
            throws Exception {
        WriterPool pool = pool(4);
        var order = new ConcurrentHashMap<String, List<Integer>>();
        var all = new CountDownLatch(50);
        for (int i = 0; i < 50; i++) {
            String key = "pod-" + i;
            order.put(key, new ArrayList<>());
            add(pool, () -> write(pool, order.get(key), all));
        }
        all.await();
        assertThat(pool.drain(FOREVER)).isTrue();
        assertThat(order.values()).allSatisfy(each -> assertThat(each).hasSize(20).isSorted());
    }

    private void write(WriterPool pool, List<Integer> order, CountDownLatch all) {
        order.add(order.size());
        if (order.size() < 20) {
            add(pool, () -> write(pool, order, all));
        } else {
            all.countDown();
        }
    }

    @Test
    void aTaskAtTheHeadOfTheQueueRunsNext() throws Exception {
        WriterPool pool = pool(1);
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        var order = new ArrayList<String>();
        add(
                pool,
                () -> {
                    begun.countDown();
                    await(go);
                    order.add("first bind");
                });
        begun.await();
        add(pool, () -> order.add("second bind"));
        queue.addFirst(() -> order.add("read back"));
        pool.signal(1);
        go.countDown();
        assertThat(pool.drain(FOREVER)).isTrue();
        assertThat(order).containsExactly("first bind", "read back", "second bind");
    }

    @Test
    void noMoreTasksRunAtOnceThanAllowed() throws Exception {
        WriterPool pool = pool(3);
        var running = new AtomicInteger();
        var peak = new AtomicInteger();
        var three = new CountDownLatch(3);
        for (int i = 0; i < 200; i++) {
            add(
                    pool,
                    () -> {
                        peak.accumulateAndGet(running.incrementAndGet(), Math::max);
                        three.countDown();
                        await(three);
                        running.decrementAndGet();
                    });
        }
        assertThat(pool.drain(FOREVER)).isTrue();
        assertThat(peak).hasValue(3);
        assertThat(queue).isEmpty();
    }

    @Test
    void noTaskIsForgottenWhenThreadsEndAtTheSameMoment() throws Exception {
        WriterPool pool = pool(2);
        for (int i = 0; i < 20_000; i++) {
            var done = new CountDownLatch(1);
            add(pool, done::countDown);
            done.await();
        }
        assertThat(queue).isEmpty();
        assertThat(pool.drain(FOREVER)).isTrue();
    }

    @Test
    void aBusyThreadTakesSeveralTasks() throws Exception {
        WriterPool pool = pool(2);
        var go = new CountDownLatch(1);
        for (int i = 0; i < 100; i++) {
            add(pool, () -> await(go));
        }
        go.countDown();
        assertThat(pool.drain(FOREVER)).isTrue();
        assertThat(threads).hasValue(2);
    }

    @Test
    void anExceptionReachesTheHandlerAndTheNextTaskRuns() throws Exception {
        WriterPool pool = pool(1);
        var go = new CountDownLatch(1);
        var second = new CompletableFuture<String>();
        add(
                pool,
                () -> {
                    await(go);
                    throw new IllegalStateException("a bug");
                });
        add(pool, () -> second.complete("runs"));
        go.countDown();
        assertThat(second.join()).isEqualTo("runs");
        assertThat(uncaught.take()).hasMessage("a bug");
    }

    @Test
    void aClosedPoolRunsWhatIsQueuedAndStartsNothing() throws Exception {
        WriterPool pool = pool(1);
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        var order = new ArrayList<String>();
        add(
                pool,
                () -> {
                    begun.countDown();
                    await(go);
                    order.add("in flight");
                });
        begun.await();
        add(pool, () -> order.add("queued"));
        pool.close();
        go.countDown();
        assertThat(pool.drain(FOREVER)).isTrue();
        add(pool, () -> order.add("after the end"));
        assertThat(order).containsExactly("in flight", "queued");
        assertThat(queue).hasSize(1);
        assertThat(threads).hasValue(1);
    }

    @Test
    void drainInterruptsATaskThatDoesNotEnd() throws Exception {
        WriterPool pool = pool(1);
        var begun = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        add(
                pool,
                () -> {
                    begun.countDown();
                    await(new CountDownLatch(1));
                    interrupted.countDown();
                });
        begun.await();
        add(pool, () -> uncaught.add(new AssertionError("a task after the interrupt")));
        assertThat(pool.drain(1)).isFalse();
        interrupted.await();
        assertThat(pool.drain(FOREVER)).isTrue();
        assertThat(uncaught).isEmpty();
    }

    @Test
    void aClosedPoolEmptiesItsQueueThoughATaskFails() throws Exception {
        WriterPool pool = pool(1);
        var closed = new CountDownLatch(1);
        var last = new CompletableFuture<String>();
        add(
                pool,
                () -> {
                    await(closed);
                    throw new IllegalStateException("thrown on purpose");
                });
        add(pool, () -> last.complete("done"));
        pool.close();
        closed.countDown();
        assertThat(uncaught.take()).hasMessage("thrown on purpose");
        assertThat(pool.drain(FOREVER)).isTrue();
        assertThat(last).isCompletedWithValue("done");
    }
}

package dev.berth.kube.reflector;

import dev.berth.engine.port.Message;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.Sleeper;
import dev.berth.model.Kind;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Listens to several kinds at once, each on a thread of its own: one that is missing, forbidden or
/// slow does not keep the others waiting.
public final class Reflectors implements AutoCloseable {
    /// How far a kind has come since the last time all were to be listed.
    private enum Progress {
        LISTING,
        LISTED,
        FAILING
    }

    private final List<Reflector> feeds = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final Map<Kind, Progress> progress = new LinkedHashMap<>();

    /// @param pauses one for each feed, so that each can be woken
    /// @param chance a generator for each feed, since none may be shared between threads
    public Reflectors(
            List<ReflectorSpec> specs,
            ApiClient client,
            Message.Inbox inbox,
            ReflectorListener listener,
            Supplier<Sleeper> pauses,
            Supplier<RandomGenerator> chance) {
        var both =
                new ReflectorListener() {
                    @Override
                    public void listed(Kind kind, int objects) {
                        listener.listed(kind, objects);
                        come(kind, Progress.LISTED);
                    }

                    @Override
                    public void failed(Kind kind, String why) {
                        listener.failed(kind, why);
                        come(kind, Progress.FAILING);
                    }

                    @Override
                    public void unreadable(Kind kind, String why) {
                        listener.unreadable(kind, why);
                    }

                    @Override
                    public void restarted(Kind kind) {
                        listener.restarted(kind);
                    }
                };
        for (ReflectorSpec spec : specs) {
            feeds.add(new Reflector(spec, client, inbox, both, pauses.get(), chance.get()));
            progress.put(spec.kind(), Progress.LISTING);
            inbox.accept(new Message.Unlisted(spec.kind(), "they have not been listed yet"));
        }
    }

    public void start(ThreadFactory factory) {
        for (Reflector feed : feeds) {
            Thread thread = factory.newThread(feed);
            thread.setName("feed " + feed.kind().plural());
            threads.add(thread);
            thread.start();
        }
    }

    private void come(Kind kind, Progress to) {
        lock.lock();
        try {
            // What fails after it was listed is known all the same, and resumes where it was. What
            // a feed did before it heard that it shall list afresh does not count.
            if (progress.get(kind) != Progress.LISTED && !outdated(kind)) {
                progress.put(kind, to);
                moved.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean outdated(Kind kind) {
        return feeds.stream().anyMatch(feed -> feed.kind().equals(kind) && feed.mustRelist());
    }

    /// Lists everything afresh; [#awaitListed] says when that is done.
    public void relist() {
        lock.lock();
        try {
            progress.replaceAll((kind, before) ->
                    before == Progress.FAILING ? Progress.FAILING : Progress.LISTING);
            feeds.forEach(Reflector::relist);
        } finally {
            lock.unlock();
        }
        feeds.forEach(Reflector::interrupt);
    }

    /// Waits until each kind has been listed, or has been tried in vain; pods and nodes must be
    /// listed.
    public void awaitListed() throws InterruptedException {
        lock.lock();
        try {
            while (!settled()) {
                moved.await();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean settled() {
        return progress.entrySet().stream()
                .allMatch(entry ->
                        entry.getValue() == Progress.LISTED
                                || entry.getValue() == Progress.FAILING
                                        && !entry.getKey().equals(Kind.POD)
                                        && !entry.getKey().equals(Kind.NODE));
    }

    /// Whether every kind has been listed.
    public boolean listed() {
        lock.lock();
        try {
            return progress.values().stream().allMatch(each -> each == Progress.LISTED);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        feeds.forEach(Reflector::stop);
        threads.forEach(Thread::interrupt);
    }
}

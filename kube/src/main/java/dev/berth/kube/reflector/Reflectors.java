package dev.berth.kube.reflector;

import dev.berth.engine.port.Message;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.Sleeper;
import dev.berth.model.Kind;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// The reflectors of several kinds, each on its own thread: a kind that is missing, forbidden or
/// slow does not delay the others. client-go: `SharedInformerFactory`.
public final class Reflectors implements AutoCloseable {
    /// The progress of a kind since the last [#relist].
    private enum Progress {
        LISTING,
        LISTED,
        FAILING
    }

    private final ApiClient client;
    private final Message.Inbox inbox;
    private final ReflectorListener listener;
    private final Supplier<Sleeper> pauses;
    private final Supplier<RandomGenerator> random;
    private final List<Reflector> reflectors = new CopyOnWriteArrayList<>();
    private final Map<Kind, Thread> threads = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Map<Kind, Progress> progress = new LinkedHashMap<>();
    private @Nullable ThreadFactory factory;

    /// @param pauses creates a sleeper for each reflector, so that each can be interrupted
    /// @param random creates a generator for each reflector, because generators are not shared
    ///   between threads
    public Reflectors(
            List<ReflectorSpec> specs,
            ApiClient client,
            Message.Inbox inbox,
            ReflectorListener listener,
            Supplier<Sleeper> pauses,
            Supplier<RandomGenerator> random) {
        this.client = client;
        this.inbox = inbox;
        this.pauses = pauses;
        this.random = random;
        this.listener =
                new ReflectorListener() {
                    @Override
                    public void received(Kind kind) {
                        listener.received(kind);
                    }

                    @Override
                    public void delivered(Kind kind, String resourceVersion) {
                        listener.delivered(kind, resourceVersion);
                    }

                    @Override
                    public void reached(Kind kind, String resourceVersion) {
                        listener.reached(kind, resourceVersion);
                    }

                    @Override
                    public void listed(Kind kind, int objects) {
                        listener.listed(kind, objects);
                        advance(kind, Progress.LISTED);
                    }

                    @Override
                    public void failed(Kind kind, String why) {
                        listener.failed(kind, why);
                        advance(kind, Progress.FAILING);
                    }

                    @Override
                    public void unreadable(Kind kind, String why) {
                        listener.unreadable(kind, why);
                    }

                    @Override
                    public void incomplete(Kind kind, String key, String why) {
                        listener.incomplete(kind, key, why);
                    }

                    @Override
                    public void restarted(Kind kind) {
                        listener.restarted(kind);
                    }
                };
        add(specs);
    }

    /// Adds the kinds that have no reflector yet. If the others have been started, so are these.
    public void add(List<ReflectorSpec> specs) {
        lock.lock();
        try {
            for (ReflectorSpec spec : specs) {
                if (progress.putIfAbsent(spec.kind(), Progress.LISTING) == null) {
                    var added =
                            new Reflector(
                                    spec, client, inbox, listener, pauses.get(), random.get());
                    reflectors.add(added);
                    inbox.accept(
                            new Message.Unlisted(spec.kind(), "they have not been listed yet"));
                    if (factory != null) {
                        start(added, factory);
                    }
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// Removes the other kinds: their objects are deleted from the scheduler's state. Returns when
    /// their reflectors have ended, so that a kind can be added again.
    public void retain(Set<Kind> kinds) throws InterruptedException {
        var ending = new ArrayList<Thread>();
        lock.lock();
        try {
            progress.keySet().retainAll(kinds);
            for (Reflector reflector : List.copyOf(reflectors)) {
                if (!kinds.contains(reflector.kind())) {
                    reflectors.remove(reflector);
                    reflector.remove();
                    Thread thread = threads.remove(reflector.kind());
                    if (thread != null) {
                        thread.interrupt();
                        ending.add(thread);
                    }
                }
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        for (Thread thread : ending) {
            thread.join();
        }
    }

    public void start(ThreadFactory newThreads) {
        lock.lock();
        try {
            factory = newThreads;
            reflectors.forEach(reflector -> start(reflector, newThreads));
        } finally {
            lock.unlock();
        }
    }

    private void start(Reflector reflector, ThreadFactory newThreads) {
        Thread thread = newThreads.newThread(reflector);
        thread.setName("reflector " + reflector.kind().plural());
        threads.put(reflector.kind(), thread);
        thread.start();
    }

    private void advance(Kind kind, Progress to) {
        lock.lock();
        try {
            // A reflector that fails after its list resumes where it was, so its kind stays listed.
            // The progress of a reflector before it begins a requested relist does not count.
            // Nor does that of one that was removed.
            if (progress.containsKey(kind)
                    && progress.get(kind) != Progress.LISTED
                    && !outdated(kind)) {
                progress.put(kind, to);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean outdated(Kind kind) {
        return reflectors.stream()
                .anyMatch(reflector -> reflector.kind().equals(kind) && reflector.mustRelist());
    }

    /// Lists all kinds again; [#awaitListed] waits for the result.
    public void relist() {
        lock.lock();
        try {
            progress.replaceAll((kind, before) ->
                    before == Progress.FAILING ? Progress.FAILING : Progress.LISTING);
            reflectors.forEach(Reflector::relist);
        } finally {
            lock.unlock();
        }
        reflectors.forEach(Reflector::interrupt);
    }

    /// Waits until each kind is listed or has failed once. Pods and nodes must be listed.
    public void awaitListed() throws InterruptedException {
        lock.lock();
        try {
            while (!settled()) {
                changed.await();
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

    /// Whether these kinds are listed.
    public boolean listed(Set<Kind> kinds) {
        lock.lock();
        try {
            return kinds.stream().allMatch(each -> progress.get(each) == Progress.LISTED);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        reflectors.forEach(Reflector::stop);
        threads.values().forEach(Thread::interrupt);
    }
}

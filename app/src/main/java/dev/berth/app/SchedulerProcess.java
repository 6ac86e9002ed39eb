package dev.berth.app;

import dev.berth.app.process.ClusterScheduler;
import dev.berth.app.process.Wiring;
import dev.berth.config.Configuration;
import dev.berth.config.Settings;
import dev.berth.engine.SystemClock;
import dev.berth.engine.port.Log;
import dev.berth.kube.client.ApiServer;
import dev.berth.kube.client.ClientMeter;
import dev.berth.kube.client.Pause;
import dev.berth.kube.event.EventRecorder;
import dev.berth.kube.feed.FeedListener;
import dev.berth.kube.write.EventSender;
import dev.berth.model.Kind;

import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;

/// The scheduler of a real cluster as a process.
final class SchedulerProcess {
    private SchedulerProcess() {}

    static int run(Configuration configuration) {
        Settings.ClientConnection connection = configuration.settings().clientConnection();
        var clock = new SystemClock();
        Pause pause = Thread::sleep;
        var server =
                new ApiServer(
                        Wiring.access(connection.kubeconfig(), "", System.getenv()),
                        "berth",
                        System::nanoTime,
                        Instant::now,
                        pause);
        server.check();
        var formats = Wiring.formats(connection.contentType(), configuration.extenders());
        var random = new SplittableRandom();
        ThreadFactory threads = Thread.ofVirtual().factory();
        var client = server.client(connection.qps(), connection.burst(), ClientMeter.NONE);
        var recorder = new EventRecorder(clock, random.split(), "host", true, Log.NONE);
        var events =
                new EventSender(
                        recorder,
                        server.client(connection.qps(), connection.burst(), ClientMeter.NONE),
                        formats.apply(Kind.POD),
                        clock);
        events.start(16, threads);
        var parts =
                new ClusterScheduler.Parts(
                        client,
                        formats,
                        clock,
                        pause,
                        random,
                        () -> true,
                        events::accept,
                        new FeedListener() {});
        var scheduler = new ClusterScheduler(Engines.of(configuration), parts, threads);
        try {
            scheduler.lead(threads);
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }
}

package dev.berth.serving.zpage;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;

import dev.berth.kubeclient.Sleeper;

import jdk.jfr.Configuration;
import jdk.jfr.Recording;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;

import javax.management.JMException;
import javax.management.ObjectName;

/// Profiles of the JVM.
public final class JvmProfiles {
    private static final int DEFAULT_SECONDS = 30;
    private static final int MAX_SECONDS = 120;

    private final Sleeper pause;
    private final Semaphore recording = new Semaphore(1);

    public JvmProfiles(Sleeper pause) {
        this.pause = pause;
    }

    /// Returns the stacks of all threads. If no temporary file can be written, virtual threads are
    /// missing, because the JDK writes them to files only.
    String threads() {
        try {
            Path folder = Files.createTempDirectory("berth-threads");
            Path file = folder.resolve("threads.txt");
            try {
                ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                        .dumpThreads(file.toString(), ThreadDumpFormat.TEXT_PLAIN);
                return Files.readString(file);
            } finally {
                Files.deleteIfExists(file);
                Files.delete(folder);
            }
        } catch (IOException e) {
            var text = new StringBuilder();
            for (ThreadInfo thread :
                    ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)) {
                text.append(thread);
            }
            return text.toString();
        }
    }

    String histogram() {
        try {
            return String.valueOf(
                    ManagementFactory.getPlatformMBeanServer()
                            .invoke(
                                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                                    "gcClassHistogram",
                                    new Object[] {new String[0]},
                                    new String[] {String[].class.getName()}));
        } catch (JMException e) {
            return "this JVM has no histogram: " + e.getMessage() + "\n";
        }
    }

    /// Records with JDK Flight Recorder, unless another recording is in progress.
    ///
    /// @param seconds the duration; 30 seconds if it is not positive, and two minutes at most
    Optional<byte[]> recording(int seconds) throws IOException, InterruptedException {
        if (!recording.tryAcquire()) {
            return Optional.empty();
        }
        try (var made = new Recording(Configuration.getConfiguration("profile"))) {
            made.start();
            pause.atMost(
                    Duration.ofSeconds(
                            seconds <= 0 ? DEFAULT_SECONDS : Math.min(seconds, MAX_SECONDS)));
            made.stop();
            Path file = Files.createTempFile("berth", ".jfr");
            try {
                made.dump(file);
                return Optional.of(Files.readAllBytes(file));
            } finally {
                Files.delete(file);
            }
        } catch (ParseException e) {
            throw new IOException("this JVM has no settings for profiles", e);
        } finally {
            recording.release();
        }
    }

    String commandLine() {
        ProcessHandle.Info info = ProcessHandle.current().info();
        return info.command().orElse("java")
                + info.arguments().map(all -> "\0" + String.join("\0", all)).orElse("");
    }
}

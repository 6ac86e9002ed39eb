package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.NONE;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// The metrics of the process and of the Java virtual machine. Without `/proc`, the metrics of the
/// process are absent.
public final class ProcessMetrics {
    /// The clock ticks per second in `/proc`, which is a constant on Linux.
    private static final double TICKS = 100;

    private static final double PAGE = 4096;
    private static final int UTIME = 11;
    private static final int START = 19;

    private final MetricRegistry registry;
    private final Path proc;

    private ProcessMetrics(MetricRegistry registry, Path proc) {
        this.registry = registry;
        this.proc = proc;
    }

    public static void register(MetricRegistry registry) {
        register(registry, Path.of("/proc"));
    }

    static void register(MetricRegistry registry, Path proc) {
        var metrics = new ProcessMetrics(registry, proc);
        if (Files.isReadable(proc.resolve("self/stat"))) {
            metrics.kernel();
        }
        metrics.machine();
    }

    private void kernel() {
        MetricFamily<Gauge> cpu =
                registry.reading(
                        "process_cpu_seconds_total", NONE, "CPU time of the process in seconds.");
        MetricFamily<Gauge> open =
                registry.gauge("process_open_fds", NONE, "Open file descriptors.");
        MetricFamily<Gauge> max =
                registry.gauge("process_max_fds", NONE, "Limit of open file descriptors.");
        MetricFamily<Gauge> resident =
                registry.gauge("process_resident_memory_bytes", NONE, "Resident memory in bytes.");
        MetricFamily<Gauge> virtual =
                registry.gauge("process_virtual_memory_bytes", NONE, "Virtual memory in bytes.");
        MetricFamily<Gauge> maxVirtual =
                registry.gauge(
                        "process_virtual_memory_max_bytes",
                        NONE,
                        "Limit of virtual memory in bytes.");
        MetricFamily<Gauge> started =
                registry.gauge(
                        "process_start_time_seconds",
                        NONE,
                        "Start time of the process in seconds since the epoch.");
        MetricFamily<Gauge> received =
                registry.reading(
                        "process_network_receive_bytes_total",
                        NONE,
                        "Bytes received over the network.");
        MetricFamily<Gauge> sent =
                registry.reading(
                        "process_network_transmit_bytes_total",
                        NONE,
                        "Bytes sent over the network.");
        registry.before(() -> {
            String[] stat = stat();
            cpu.of().set((number(stat[UTIME]) + number(stat[UTIME + 1])) / TICKS);
            started.of().set(bootSeconds() + number(stat[START]) / TICKS);
            virtual.of().set(number(stat[START + 1]));
            resident.of().set(number(stat[START + 2]) * PAGE);
            open.of().set(openFiles());
            max.of().set(limit("Max open files"));
            maxVirtual.of().set(limit("Max address space"));
            received.of().set(network(1));
            sent.of().set(network(9));
        });
    }

    private void machine() {
        MetricFamily<Gauge> info =
                registry.gauge(
                        "jvm_info",
                        NONE,
                        "Version of the Java virtual machine as labels.",
                        "version",
                        "vendor");
        info.of(Runtime.version().toString(), System.getProperty("java.vm.vendor", "")).set(1);
        MetricFamily<Gauge> used =
                registry.gauge(
                        "jvm_memory_used_bytes",
                        NONE,
                        "Used memory of the Java virtual machine in bytes.",
                        "area");
        MetricFamily<Gauge> committed =
                registry.gauge(
                        "jvm_memory_committed_bytes",
                        NONE,
                        "Committed memory of the Java virtual machine in bytes.",
                        "area");
        MetricFamily<Gauge> max =
                registry.gauge(
                        "jvm_memory_max_bytes",
                        NONE,
                        "Maximum memory of the Java virtual machine in bytes.",
                        "area");
        MetricFamily<Gauge> collections =
                registry.reading("jvm_gc_collections_total", NONE, "Garbage collections.", "gc");
        MetricFamily<Gauge> collecting =
                registry.reading(
                        "jvm_gc_collection_seconds_total",
                        NONE,
                        "Duration of garbage collections in seconds.",
                        "gc");
        MetricFamily<Gauge> threads =
                registry.gauge("jvm_threads_current", NONE, "Platform threads.");
        MetricFamily<Gauge> peak =
                registry.gauge("jvm_threads_peak", NONE, "Highest number of platform threads.");
        registry.before(() -> {
            var memory = ManagementFactory.getMemoryMXBean();
            area("heap", memory.getHeapMemoryUsage(), used, committed, max);
            area("nonheap", memory.getNonHeapMemoryUsage(), used, committed, max);
            for (GarbageCollectorMXBean gc : ManagementFactory.getGarbageCollectorMXBeans()) {
                collections.of(gc.getName()).set(gc.getCollectionCount());
                collecting.of(gc.getName()).set((double) gc.getCollectionTime() / 1e3);
            }
            ThreadMXBean alive = ManagementFactory.getThreadMXBean();
            threads.of().set(alive.getThreadCount());
            peak.of().set(alive.getPeakThreadCount());
        });
    }

    private static void area(
            String name,
            MemoryUsage usage,
            MetricFamily<Gauge> used,
            MetricFamily<Gauge> committed,
            MetricFamily<Gauge> max) {
        used.of(name).set(usage.getUsed());
        committed.of(name).set(usage.getCommitted());
        max.of(name).set(usage.getMax());
    }

    /// Returns the fields after the name of the program, which can contain spaces.
    private String[] stat() {
        String line = read("self/stat");
        return line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
    }

    private double bootSeconds() {
        return line("stat", "btime").map(line -> number(line.split(" ", -1)[1])).orElse(0.0);
    }

    private double limit(String name) {
        return line("self/limits", name)
                .map(line -> line.substring(name.length()).strip().split(" +", 2)[0])
                .map(text -> text.equals("unlimited") ? Math.pow(2, 64) : number(text))
                .orElse(0.0);
    }

    /// Returns the sum of a column over all interfaces.
    private double network(int column) {
        return read("self/net/dev")
                .lines()
                .filter(line -> line.contains(":"))
                .mapToDouble(line -> number(line.replace(':', ' ').strip().split(" +", -1)[column]))
                .sum();
    }

    private double openFiles() {
        try (Stream<Path> files = Files.list(proc.resolve("self/fd"))) {
            return files.count();
        } catch (IOException unreadable) {
            return 0;
        }
    }

    private Optional<String> line(String file, String beginning) {
        return read(file).lines().filter(line -> line.startsWith(beginning)).findFirst();
    }

    private String read(String file) {
        try {
            return Files.readString(proc.resolve(file));
        } catch (IOException unreadable) {
            return "";
        }
    }

    private static double number(String text) {
        return Double.parseDouble(text);
    }
}

package dev.berth.app.workload;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.model.FileProblem;
import dev.berth.sim.workload.GpuTrace;
import dev.berth.sim.workload.NodeGpus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// Reads a trace of a GPU cluster in the format of the openb traces: a file with the nodes and a
/// file with the pods.
public final class TraceFiles {
    private static final String NODES = "openb_node_list_all_node.csv";
    private static final String PODS = "openb_pod_list_default.csv";
    private static final List<String> NODE_COLUMNS =
            List.of("sn", "cpu_milli", "memory_mib", "gpu", "model");
    private static final List<String> POD_COLUMNS =
            List.of("name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli", "gpu_spec");

    private TraceFiles() {}

    /// @param directory the directory with the files, or its parent with the subdirectory `openb`
    /// @throws Failure with the file, the line and the value if the trace is invalid
    public static GpuTrace read(Path directory) {
        Path files =
                Files.exists(directory.resolve(NODES)) ? directory : directory.resolve("openb");
        if (!Files.exists(files.resolve(NODES))) {
            throw new Failure(
                    ExitCode.USAGE,
                    "--trace %s: the directory does not contain %s and %s"
                            .formatted(directory, NODES, PODS));
        }
        return new GpuTrace(
                rows(files.resolve(NODES), NODE_COLUMNS, TraceFiles::node),
                rows(files.resolve(PODS), POD_COLUMNS, TraceFiles::pod));
    }

    private static GpuTrace.TraceNode node(Row row) {
        return new GpuTrace.TraceNode(
                row.text(0),
                row.number(1, Integer.MAX_VALUE),
                row.number(2, Integer.MAX_VALUE),
                row.number(3, NodeGpus.MAX_COUNT),
                row.text(4));
    }

    private static GpuTrace.TracePod pod(Row row) {
        return new GpuTrace.TracePod(
                row.text(0),
                row.number(1, Integer.MAX_VALUE),
                row.number(2, Integer.MAX_VALUE),
                row.number(3, NodeGpus.MAX_COUNT),
                row.number(4, NodeGpus.WHOLE),
                Stream.of(row.text(5).split("\\|")).filter(it -> !it.isEmpty()).toList());
    }

    private static <T> List<T> rows(Path file, List<String> columns, Function<Row, T> read) {
        try (Stream<String> lines = Files.lines(file)) {
            var rows = new ArrayList<T>();
            int number = 0;
            for (String line : (Iterable<String>) lines::iterator) {
                number++;
                var row = new Row(file, number, List.of(line.split(",", -1)), columns);
                if (number == 1) {
                    row.checkHeader();
                } else if (!line.isBlank()) {
                    rows.add(read.apply(row));
                }
            }
            return rows;
        } catch (IOException e) {
            throw new Failure("cannot read %s: %s".formatted(file, FileProblem.reason(e)));
        }
    }

    private record Row(Path file, int line, List<String> cells, List<String> columns) {
        void checkHeader() {
            if (cells.size() < columns.size()
                    || !cells.subList(0, columns.size()).equals(columns)) {
                throw problem(
                        "expected the columns %s, found %s"
                                .formatted(String.join(",", columns), String.join(",", cells)));
            }
        }

        String text(int column) {
            if (column >= cells.size()) {
                throw problem("the column %s is missing".formatted(columns.get(column)));
            }
            return cells.get(column);
        }

        int number(int column, int max) {
            String text = text(column);
            try {
                int number = Integer.parseInt(text);
                if (number >= 0 && number <= max) {
                    return number;
                }
            } catch (NumberFormatException notANumber) {
                // Reported below.
            }
            throw problem(
                    "%s must be an integer from 0 to %d, was %s"
                            .formatted(columns.get(column), max, text));
        }

        private Failure problem(String what) {
            return new Failure(ExitCode.USAGE, "%s:%d: %s".formatted(file, line, what));
        }
    }
}

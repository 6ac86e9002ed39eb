package dev.berth.app.snapshot;

import dev.berth.app.cli.CommandContext;
import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.client.KubeconfigOptions;
import dev.berth.app.snapshot.ClusterLists.ExpiredException;
import dev.berth.app.snapshot.SnapshotFields.SnapshotKind;
import dev.berth.kubeclient.Access;
import dev.berth.kubeclient.ApiServerClient;
import dev.berth.kubeclient.ClientMeter;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

/// `berth snapshot`: writes what scheduling needs from a cluster to a file.
@Command(
        name = "snapshot",
        description = {
            "Write the objects of a cluster that affect scheduling to a file, for berth decide and"
                    + " berth up.",
            "The command reads all objects at one resource version. The file contains no secrets,"
                    + " environment variables, commands or managed fields, and only the annotations"
                    + " that scheduling needs. Only its owner can read it.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:the file is complete",
            " 1:the user of the kubeconfig lacks a permission",
            " 2:wrong usage",
            " 4:the server cannot be reached, or another error",
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth snapshot -o cluster.json",
            "  berth snapshot --kubeconfig admin.conf --context prod -o cluster.json",
            "  berth decide -f cluster.json -f new.yaml --pod new",
        })
public final class SnapshotCommand implements Callable<Integer> {
    private static final int ATTEMPTS = 3;

    @Spec private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "the file to write; an existing file is replaced")
    private Path file;

    @Option(
            names = "--keep-annotation",
            paramLabel = "PREFIX",
            description =
                    "also keep annotations whose names begin with this prefix, for plugins that"
                            + " read them; may be repeated")
    private List<String> annotations = new ArrayList<>();

    @Mixin private KubeconfigOptions kubeconfig = new KubeconfigOptions();

    @Override
    public Integer call() {
        Access access =
                kubeconfig
                        .access(
                                CommandContext.of(spec)
                                        .map(CommandContext::environment)
                                        .orElseGet(System::getenv))
                        .orElseThrow(() ->
                                new Failure(
                                        ExitCode.USAGE, "no kubeconfig found; set --kubeconfig"));
        try (var server =
                new ApiServerClient(
                        access,
                        "berth",
                        System::nanoTime,
                        Instant::now,
                        Thread::sleep,
                        Thread.ofVirtual().factory())) {
            server.check();
            take(new ClusterLists(server.client(0, 0, ClientMeter.NONE)));
            return ExitCode.FINE;
        } catch (IllegalArgumentException e) {
            throw new Failure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new Failure(
                    "the snapshot is not complete, and %s is unchanged: %s"
                            .formatted(file, e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted");
        }
    }

    private void take(ClusterLists lists) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                takeOnce(lists);
                return;
            } catch (ExpiredException e) {
                if (attempt == ATTEMPTS) {
                    throw new Failure(
                            "%s; the API server removed the resource version %d times before all lists"
                                            .formatted(e.getMessage(), ATTEMPTS)
                                    + " were complete; run the command closer to the server");
                }
            }
        }
    }

    private void takeOnce(ClusterLists lists)
            throws IOException, InterruptedException, ExpiredException {
        long began = System.nanoTime();
        var fields = new SnapshotFields(annotations);
        String resourceVersion = lists.resourceVersion();
        var counts = new ArrayList<String>();
        try (var snapshot = new SnapshotFile(file, resourceVersion)) {
            for (SnapshotKind kind : fields.kinds()) {
                OptionalLong count =
                        lists.list(
                                kind.kind(),
                                resourceVersion,
                                object -> snapshot.add(fields.redacted(kind, object)));
                if (count.orElse(0) > 0) {
                    counts.add(count.getAsLong() + " " + kind.kind().plural());
                }
            }
            long bytes = snapshot.complete();
            spec.commandLine()
                    .getOut()
                    .println(
                            String.format(
                                    Locale.ROOT,
                                    "%s: %s; resource version %s, %.1f MB, %.1f s",
                                    file,
                                    String.join(", ", counts),
                                    resourceVersion,
                                    bytes / 1e6,
                                    (System.nanoTime() - began) / 1e9));
            spec.commandLine().getOut().flush();
        }
    }
}

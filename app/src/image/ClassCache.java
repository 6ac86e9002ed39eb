import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// A cache of linked classes, learned from a small run, that saves a third of the time to start.
///
/// It knows jars by their path, so it can be made only where they are at that path: in a root of
/// its own.
final class ClassCache {
    private static final String JAVA = "/usr/local/lib/runtime/bin/java";
    // Main knows more commands than kube-scheduler, among them one that needs no cluster.
    private static final List<String> PROGRAM =
            List.of(
                    "--module-path",
                    "/usr/local/lib/app/mods",
                    "-m",
                    "dev.berth.app/dev.berth.app.Main");

    private final Path root;
    private final String file;
    private final List<String> options;

    /// @param file of the cache, seen from the root
    /// @param options of the JVM
    ClassCache(Path root, String file, List<String> options) {
        this.root = root;
        this.file = file;
        this.options = options;
    }

    /// Does without where another root is not allowed: then everything is there but the cache.
    void learn() throws IOException, InterruptedException {
        Path classes = root.resolve("classes");
        try {
            run(
                    List.of("-XX:AOTMode=record", "-XX:AOTConfiguration=/classes"),
                    List.of("up", "--nodes", "100", "--pods", "2000", "--until-idle"));
            run(
                    List.of(
                            "-XX:AOTMode=create",
                            "-XX:AOTConfiguration=/classes",
                            "-XX:AOTCache=" + file),
                    List.of());
        } catch (IOException e) {
            System.err.println(
                    "image: without a cache of classes, so it starts more slowly: "
                            + e.getMessage());
            Files.deleteIfExists(root.resolve(file.substring(1)));
        }
        Files.deleteIfExists(classes);
    }

    private void run(List<String> mode, List<String> args)
            throws IOException, InterruptedException {
        List<String> chroot =
                Programs.output(List.of("id", "-u")).strip().equals("0")
                        ? List.of("chroot", root.toString(), JAVA)
                        : List.of("unshare", "--map-root-user", "chroot", root.toString(), JAVA);
        Programs.output(
                Stream.of(chroot, mode, options, PROGRAM, args).flatMap(List::stream).toList());
    }
}

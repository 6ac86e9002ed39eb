import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Lays out the files of the image, for jib to pack: a runtime with the modules that are needed,
/// the jars, a native launcher called `kube-scheduler`, and the shared objects that these are
/// linked against, since below them there is nothing.
///
/// Arguments: the folder to work in, whose `mods` has the jars it depends on; its own jar; the
/// modules of the JDK, separated by commas; the file with the flags of the JVM.
final class BuildImage {
    private static final Pattern LIBRARY =
            Pattern.compile("^\\s*(?:\\S+ => )?(/\\S+) \\(", Pattern.MULTILINE);
    private static final Pattern MISSING = Pattern.compile("(\\S+) => not found");
    private static final Pattern MODULES = Pattern.compile("MODULES=\"(.*)\"");
    // Where glibc is older than 2.34, names are looked up by these, which nothing is linked
    // against.
    private static final List<String> LOOKUP =
            List.of("libnss_dns.so.2", "libnss_files.so.2", "libresolv.so.2");
    // What jib gives to every file; a cache of classes holds only for jars of the same age.
    private static final FileTime AGE = FileTime.fromMillis(1_000);
    // perf data would be written to /tmp. Half of the limit leaves room for stacks, code and
    // buffers.
    private static final List<String> IN_A_CONTAINER =
            List.of("-XX:-UsePerfData", "-XX:MaxRAMPercentage=50");

    private static final String MODULE = "dev.berth.app";
    private static final String MAIN = MODULE + "/dev.berth.app.KubeScheduler";
    // Knows more commands, among them one that needs no cluster.
    private static final String TRAINER = MODULE + "/dev.berth.app.Main";

    private final Path work;
    private final Path root;
    private final Path local;

    private BuildImage(Path work) {
        this.work = work;
        root = work.resolve("root");
        // Where the image of kube-scheduler has it.
        local = root.resolve("usr/local");
    }

    public static void main(String[] args) throws Exception {
        try {
            run(args);
        } catch (IllegalStateException e) {
            System.err.println("image: " + e.getMessage());
            System.exit(1);
        }
    }

    private static void run(String[] args) throws Exception {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw stop(
                    "it has the shared objects of the machine that builds it, which must be Linux");
        }
        Path work = Path.of(args[0]);
        Path jar = Path.of(args[1]);
        Files.copy(
                jar,
                work.resolve("mods").resolve(jar.getFileName()),
                StandardCopyOption.REPLACE_EXISTING);
        new BuildImage(work).build(args[2], Files.readAllLines(Path.of(args[3])));
    }

    private void build(String modules, List<String> flags) throws Exception {
        delete(root);
        delete(work.resolve("runtime"));
        delete(work.resolve("package"));
        runTool(
                "jlink",
                "--add-modules",
                modules,
                "--strip-java-debug-attributes",
                "--no-header-files",
                "--no-man-pages",
                "--output",
                work.resolve("runtime").toString());
        checkModules();
        launcher(flags);
        libraries();
        sameAge();
        trainCache(flags);
        delete(local.resolve("lib/runtime/bin"));
    }

    /// What the jars need must be there, or the scheduler would end at start.
    private void checkModules() throws IOException {
        Set<String> needed =
                Configuration.empty()
                        .resolve(
                                ModuleFinder.of(work.resolve("mods")),
                                ModuleFinder.ofSystem(),
                                Set.of(MODULE))
                        .modules()
                        .stream()
                        .map(resolved -> resolved.name())
                        .filter(name -> ModuleFinder.ofSystem().find(name).isPresent())
                        .collect(Collectors.toCollection(TreeSet::new));
        Matcher there = MODULES.matcher(Files.readString(work.resolve("runtime/release")));
        if (there.find()) {
            needed.removeAll(Set.of(there.group(1).split(" ")));
        }
        if (!needed.isEmpty()) {
            throw stop(
                    "the jars need modules of the JDK that image.modules in app/pom.xml does not"
                            + " list: "
                            + needed);
        }
    }

    private void launcher(List<String> flags) throws IOException {
        var command =
                new ArrayList<>(
                        List.of(
                                "--type",
                                "app-image",
                                "--name",
                                "kube-scheduler",
                                "--app-version",
                                "1",
                                "--runtime-image",
                                work.resolve("runtime").toString(),
                                "--module-path",
                                work.resolve("mods").toString(),
                                "--module",
                                MAIN,
                                "--dest",
                                work.resolve("package").toString()));
        Stream.of(flags, IN_A_CONTAINER, List.of("-XX:AOTCache=$APPDIR/kube-scheduler.aot"))
                .flatMap(List::stream)
                .forEach(flag -> command.addAll(List.of("--java-options", flag)));
        runTool("jpackage", command.toArray(String[]::new));
        Files.createDirectories(local.getParent());
        Files.move(work.resolve("package/kube-scheduler"), local);
        Files.delete(local.resolve("lib/kube-scheduler.png"));
        Files.delete(local.resolve("lib/app/.jpackage.xml"));
    }

    /// Copies what the programs are linked against, to where it is on this machine.
    private void libraries() throws Exception {
        List<String> command =
                new ArrayList<>(List.of("ldd", local.resolve("bin/kube-scheduler").toString()));
        Set<String> ours = new TreeSet<>();
        try (Stream<Path> files = Files.walk(local.resolve("lib"))) {
            files.filter(file -> file.toString().endsWith(".so"))
                    .forEach(file -> {
                        command.add(file.toString());
                        ours.add(file.getFileName().toString());
                    });
        }
        String listing = output(command);
        Set<String> missing =
                MISSING.matcher(listing)
                        .results()
                        .map(result -> result.group(1))
                        .collect(Collectors.toCollection(TreeSet::new));
        missing.removeAll(ours);
        if (!missing.isEmpty()) {
            throw stop("ldd cannot find " + missing + ", which the runtime is linked against");
        }
        Set<Path> libraries = new TreeSet<>();
        LIBRARY.matcher(listing)
                .results()
                .map(result -> Path.of(result.group(1)))
                .filter(library -> !library.startsWith(root.toAbsolutePath()))
                .forEach(libraries::add);
        for (Path library : List.copyOf(libraries)) {
            LOOKUP.stream()
                    .map(library::resolveSibling)
                    .filter(Files::exists)
                    .forEach(libraries::add);
        }
        for (Path library : libraries) {
            Path copy = root.resolve(library.toString().substring(1));
            Files.createDirectories(copy.getParent());
            Files.copy(library.toRealPath(), copy, StandardCopyOption.REPLACE_EXISTING);
        }
        if (libraries.isEmpty()) {
            throw stop("ldd says nothing of use:\n" + listing);
        }
    }

    private void sameAge() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, AGE);
            }
        }
    }

    /// A cache of linked classes, learned from a small run, saves a third of the time to start. It
    /// knows jars by their path, so it can be made only where they are at that path: in a root of
    /// its own.
    private void trainCache(List<String> flags) throws Exception {
        String java = "/usr/local/lib/runtime/bin/java";
        List<String> chroot =
                output(List.of("id", "-u")).strip().equals("0")
                        ? List.of("chroot", root.toString())
                        : List.of("unshare", "--map-root-user", "chroot", root.toString());
        List<String> program = List.of("--module-path", "/usr/local/lib/app/mods", "-m", TRAINER);
        var record = new ArrayList<>(chroot);
        record.addAll(List.of(java, "-XX:AOTMode=record", "-XX:AOTConfiguration=/classes"));
        record.addAll(flags);
        record.addAll(program);
        record.addAll(List.of("up", "--nodes", "100", "--pods", "2000", "--until-idle"));
        var create = new ArrayList<>(chroot);
        create.addAll(
                List.of(
                        java,
                        "-XX:AOTMode=create",
                        "-XX:AOTConfiguration=/classes",
                        "-XX:AOTCache=/usr/local/lib/app/kube-scheduler.aot"));
        create.addAll(flags);
        create.addAll(program);
        try {
            output(record);
            output(create);
        } catch (IOException e) {
            System.err.println(
                    "image: without a cache of classes, it starts more slowly: " + e.getMessage());
            Files.deleteIfExists(local.resolve("lib/app/kube-scheduler.aot"));
        }
        Files.deleteIfExists(root.resolve("classes"));
    }

    private static void runTool(String name, String... args) {
        ToolProvider tool =
                ToolProvider.findFirst(name)
                        .orElseThrow(() ->
                                stop(
                                        "the JDK in "
                                                + System.getProperty("java.home")
                                                + " has no "
                                                + name));
        if (tool.run(System.out, System.err, args) != 0) {
            throw stop(
                    name
                            + " failed, see above; a JDK 25 that can link is needed, such as"
                            + " Temurin's");
        }
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        // The launcher of java finds its libraries through /proc, which a bare root does not have.
        builder.environment().put("LD_LIBRARY_PATH", "/usr/local/lib/runtime/lib");
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + text.strip());
        }
        return text;
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.toList().reversed()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static IllegalStateException stop(String why) {
        return new IllegalStateException("cannot be built: " + why);
    }
}

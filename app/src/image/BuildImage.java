import java.io.File;
import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Lays out the files of the image, for jib to pack: a runtime with the modules that are needed,
/// the jars, a native launcher called `kube-scheduler`, and the shared objects that these are
/// linked against, since below them there is nothing.
///
/// Started as a source file by the profile `image`. Arguments: the folder to work in; the jar; the
/// class path; the modules of the JDK, separated by commas; the file with the options of the JVM;
/// the folder with the licenses; whether to make the cache of classes.
final class BuildImage {
    private static final Pattern LIBRARY = Pattern.compile("(?!berth-)(.+)-(\\d[\\w.]*)\\.jar");
    private static final Pattern MODULES = Pattern.compile("MODULES=\"(.*)\"");
    private static final String MODULE = "dev.berth.app";
    private static final String MAIN = MODULE + "/dev.berth.app.KubeScheduler";
    private static final String CACHE = "lib/app/kube-scheduler.aot";
    // What jib gives to every file; a cache of classes holds only for jars of the same age.
    private static final FileTime AGE = FileTime.fromMillis(1_000);
    // What the JVM has to say is for the log, but a cache that does not fit is not worth a word.
    // Performance data would be written to /tmp. Half of the limit leaves room for stacks, code
    // and buffers.
    private static final List<String> IN_A_CONTAINER =
            List.of(
                    "-Xlog:disable",
                    "-Xlog:all=warning,aot*=off,cds*=off:stderr",
                    "-XX:-UsePerfData",
                    "-XX:MaxRAMPercentage=50",
                    "-XX:AOTCache=$ROOTDIR/" + CACHE);

    private final Path work;
    private final Path root;
    private final Path local;

    private BuildImage(Path work) {
        this.work = work;
        root = work.resolve("root");
        // Where the image of kube-scheduler has its program.
        local = root.resolve("usr/local");
    }

    public static void main(String[] args) throws Exception {
        try {
            if (!System.getProperty("os.name").equals("Linux")) {
                throw new IllegalStateException(
                        "it has the shared objects of the machine that builds it: that must be"
                                + " Linux");
            }
            new BuildImage(Path.of(args[0]))
                    .build(
                            jars(args[1], args[2]),
                            args[3],
                            options(Path.of(args[4])),
                            Path.of(args[5]),
                            Boolean.parseBoolean(args[6]));
        } catch (IllegalStateException | IOException e) {
            System.err.println("image: cannot be built: " + e.getMessage());
            System.exit(1);
        }
    }

    private static List<String> options(Path file) throws IOException {
        return Files.readAllLines(file).stream().filter(line -> line.startsWith("-")).toList();
    }

    /// The class path has folders too: of our own classes, which are in the jar.
    private static List<Path> jars(String jar, String classPath) {
        return Stream.concat(Stream.of(jar), Stream.of(classPath.split(File.pathSeparator)))
                .map(Path::of)
                .filter(Files::isRegularFile)
                .toList();
    }

    private void build(
            List<Path> jars, String modules, List<String> options, Path licenses, boolean withCache)
            throws IOException, InterruptedException {
        delete(root);
        delete(work.resolve("mods"));
        delete(work.resolve("runtime"));
        delete(work.resolve("package"));
        Files.createDirectories(work.resolve("mods"));
        for (Path jar : jars) {
            Files.copy(jar, work.resolve("mods").resolve(jar.getFileName()));
        }
        link(modules);
        checkModules();
        addLauncher(options);
        addLicenses(jars, licenses);
        new SharedObjects(local).copyTo(root);
        age();
        if (withCache) {
            new ClassCache(root, "/usr/local/" + CACHE, options).learn();
        }
        delete(local.resolve("lib/runtime/bin"));
    }

    /// Every library must be in the list of third-party software.
    private void addLicenses(List<Path> jars, Path from) throws IOException {
        String listed = Files.readString(from.resolve("THIRD-PARTY.txt"));
        for (Path jar : jars) {
            Matcher name = LIBRARY.matcher(jar.getFileName().toString());
            if (name.matches()
                    && !Pattern.compile(
                                    "(?m)^  "
                                            + Pattern.quote(name.group(1))
                                            + " +"
                                            + Pattern.quote(name.group(2))
                                            + " ")
                            .matcher(listed)
                            .find()) {
                throw new IllegalStateException(
                        "THIRD-PARTY.txt does not list " + jar.getFileName() + "; add it");
            }
        }
        Path to = Files.createDirectories(root.resolve("usr/share/doc/kube-scheduler"));
        for (String file : List.of("LICENSE", "NOTICE", "THIRD-PARTY.txt")) {
            Files.copy(from.resolve(file), to.resolve(file));
        }
    }

    private void link(String modules) {
        Programs.tool(
                "jlink",
                List.of(
                        "--add-modules",
                        modules,
                        "--strip-java-debug-attributes",
                        "--no-header-files",
                        "--no-man-pages",
                        "--output",
                        work.resolve("runtime").toString()));
    }

    /// What the jars need must be there, or the scheduler would end at start.
    private void checkModules() throws IOException {
        ModuleFinder system = ModuleFinder.ofSystem();
        Set<String> missing =
                Configuration.empty()
                        .resolve(ModuleFinder.of(work.resolve("mods")), system, Set.of(MODULE))
                        .modules()
                        .stream()
                        .map(ResolvedModule::name)
                        .filter(name -> system.find(name).isPresent())
                        .collect(Collectors.toCollection(TreeSet::new));
        Matcher there = MODULES.matcher(Files.readString(work.resolve("runtime/release")));
        if (there.find()) {
            missing.removeAll(Set.of(there.group(1).split(" ")));
        }
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "the jars need modules that image.modules in app/pom.xml does not list: "
                            + missing);
        }
    }

    private void addLauncher(List<String> options) throws IOException {
        var args =
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
        Stream.of(options, IN_A_CONTAINER)
                .flatMap(List::stream)
                .forEach(option -> args.addAll(List.of("--java-options", option)));
        Programs.tool("jpackage", args);
        Files.createDirectories(local.getParent());
        Files.move(work.resolve("package/kube-scheduler"), local);
        Files.delete(local.resolve("lib/kube-scheduler.png"));
        Files.delete(local.resolve("lib/app/.jpackage.xml"));
    }

    private void age() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, AGE);
            }
        }
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
}

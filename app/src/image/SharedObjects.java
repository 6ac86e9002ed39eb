import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What the programs in a folder are linked against on this machine.
final class SharedObjects {
    private static final Pattern FOUND =
            Pattern.compile("^\\s*(?:\\S+ => )?(/\\S+) \\(", Pattern.MULTILINE);
    private static final Pattern MISSING = Pattern.compile("(\\S+) => not found");
    // Where glibc is older than 2.34, names are looked up by these, which nothing is linked
    // against.
    private static final List<String> LOOKUP =
            List.of("libnss_dns.so.2", "libnss_files.so.2", "libresolv.so.2");

    private final Path folder;

    SharedObjects(Path folder) {
        this.folder = folder;
    }

    /// Copies them to where they are on this machine, seen from another root.
    void copyTo(Path root) throws IOException, InterruptedException {
        for (Path library : needed()) {
            Path copy = root.resolve(library.toString().substring(1));
            Files.createDirectories(copy.getParent());
            Files.copy(library.toRealPath(), copy, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private Set<Path> needed() throws IOException, InterruptedException {
        List<Path> programs = programs();
        var command = new ArrayList<>(List.of("ldd"));
        programs.forEach(program -> command.add(program.toString()));
        String listing = Programs.output(command);
        Set<String> missing =
                MISSING.matcher(listing)
                        .results()
                        .map(result -> result.group(1))
                        .collect(Collectors.toCollection(TreeSet::new));
        // The JVM is loaded by the launcher before those that need it.
        programs.forEach(program -> missing.remove(program.getFileName().toString()));
        if (!missing.isEmpty()) {
            throw new IllegalStateException(
                    "ldd cannot find " + missing + ", which the runtime is linked against");
        }
        Set<Path> needed =
                FOUND.matcher(listing)
                        .results()
                        .map(result -> Path.of(result.group(1)))
                        .filter(library -> !library.startsWith(folder.toAbsolutePath()))
                        .collect(Collectors.toCollection(TreeSet::new));
        if (needed.isEmpty()) {
            throw new IllegalStateException("ldd names no shared object:\n" + listing);
        }
        for (Path library : List.copyOf(needed)) {
            LOOKUP.stream().map(library::resolveSibling).filter(Files::exists).forEach(needed::add);
        }
        return needed;
    }

    private List<Path> programs() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file ->
                            file.toString().endsWith(".so")
                                    || file.getParent().equals(folder.resolve("bin")))
                    .toList();
        }
    }
}

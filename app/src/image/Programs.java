import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import java.util.spi.ToolProvider;

/// Runs tools of the JDK and programs of the machine.
final class Programs {
    private Programs() {}

    static void tool(String name, List<String> args) {
        ToolProvider tool =
                ToolProvider.findFirst(name)
                        .orElseThrow(() ->
                                new IllegalStateException(
                                        "the JDK in %s has no %s"
                                                .formatted(System.getProperty("java.home"), name)));
        if (tool.run(System.out, System.err, args.toArray(String[]::new)) != 0) {
            throw new IllegalStateException(
                    name
                            + " failed, see above; it needs a JDK 25 that can link, such as"
                            + " Temurin's");
        }
    }

    /// @throws IOException if there is no such program, or it fails
    static String output(List<String> command) throws IOException, InterruptedException {
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
}

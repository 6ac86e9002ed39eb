package dev.berth.app.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.app.cli.Signals;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The terminal of the process, controlled with `stty`, which every POSIX system has. Java can
/// neither read single keys nor query the size.
public final class PosixTerminal implements Terminal {
    private static final File TTY = new File("/dev/tty");
    private static final long TIMEOUT_SECONDS = 2;
    private static final Size DEFAULTS = new Size(80, 24);
    private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("(\\d{1,4}) (\\d{1,4})\\s*");

    // Alternate screen, hidden cursor, no line wrapping.
    private static final String ENTER = "\033[?1049h\033[?25l\033[?7l\033[2J";
    private static final String LEAVE = "\033[?7h\033[?25h\033[?1049l";

    private final PrintWriter out;
    private final String settings;
    private static final Duration SEQUENCE = Duration.ofMillis(50);

    private final Keys keys = new Keys();
    private final BlockingQueue<Integer> sent = new LinkedBlockingQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    private boolean entered;
    private boolean wanted;
    private volatile boolean disturbed;
    private volatile Size size;

    private PosixTerminal(PrintWriter out, String settings) {
        this.out = out;
        this.settings = settings;
        this.size = measured();
    }

    /// Empty if there is no usable terminal: without `stty`, or in the background.
    ///
    /// @param out writes to the terminal
    public static Optional<Terminal> open(PrintWriter out) {
        if (!TTY.canRead() || !isInForeground()) {
            return Optional.empty();
        }
        Optional<String> settings = stty("-g").map(String::strip).filter(text -> !text.isEmpty());
        if (settings.isEmpty()) {
            return Optional.empty();
        }
        var terminal = new PosixTerminal(out, settings.get());
        Signals.on("WINCH", terminal::resized);
        Signals.on("CONT", terminal::continued);
        Thread.ofPlatform().name("keys").daemon(true).start(terminal::listen);
        return Optional.of(terminal);
    }

    private void listen() {
        try (InputStream in = new FileInputStream(TTY)) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                sent.add(next);
            }
        } catch (IOException gone) {
            // No more keys arrive; the process is stopped by a signal.
        }
    }

    private void resized() {
        size = measured();
        disturbed = true;
    }

    private void continued() {
        lock.lock();
        try {
            entered = false;
        } finally {
            lock.unlock();
        }
        disturbed = true;
    }

    private static Size measured() {
        Matcher measure = ROWS_AND_COLUMNS.matcher(stty("size").orElse(""));
        if (!measure.matches()) {
            return DEFAULTS;
        }
        int rows = Integer.parseInt(measure.group(1));
        int columns = Integer.parseInt(measure.group(2));
        return rows == 0 || columns == 0 ? DEFAULTS : new Size(columns, rows);
    }

    @Override
    public Size size() {
        return size;
    }

    @Override
    public void enter() {
        lock.lock();
        try {
            wanted = true;
            // Changing a terminal from the background would stop the process.
            if (!entered && isInForeground()) {
                // Ctrl-C remains a signal. Ctrl-Z is a key, because the screen must be restored
                // first.
                stty("-icanon", "-echo", "min", "1", "time", "0", "susp", "undef");
                out.print(ENTER);
                out.flush();
                entered = true;
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void leave() {
        lock.lock();
        try {
            wanted = false;
            giveBack();
        } finally {
            lock.unlock();
        }
    }

    private void giveBack() {
        if (entered) {
            entered = false;
            out.print(LEAVE);
            out.flush();
            stty(settings);
        }
    }

    @Override
    public void suspend() {
        lock.lock();
        try {
            giveBack();
        } finally {
            lock.unlock();
        }
        // Returns when the process is continued.
        run(List.of("kill", "-STOP", Long.toString(ProcessHandle.current().pid())));
        disturbed = true;
    }

    @Override
    public void write(String text) {
        lock.lock();
        try {
            if (entered) {
                out.print(text);
                out.flush();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<KeyPress> key(Duration atMost) throws InterruptedException {
        Integer next = sent.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
        if (next == null) {
            return Optional.empty();
        }
        Optional<KeyPress> key = keys.next(next);
        while (key.isEmpty()) {
            // The characters of a sequence arrive together. The escape key sends only the first.
            Integer more = sent.poll(SEQUENCE.toNanos(), TimeUnit.NANOSECONDS);
            if (more == null) {
                return Optional.of(keys.end());
            }
            key = keys.next(more);
        }
        return key;
    }

    @Override
    public boolean disturbed() {
        lock.lock();
        try {
            if (wanted && !entered) {
                enter();
                disturbed |= entered;
            }
        } finally {
            lock.unlock();
        }
        boolean was = disturbed;
        disturbed = false;
        return was;
    }

    /// Whether the process is in the foreground.
    private static boolean isInForeground() {
        try {
            String line = Files.readString(Path.of("/proc/self/stat"));
            // The name of the program is in parentheses and can contain any characters.
            String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
            return fields[2].equals(fields[5]);
        } catch (IOException noProc) {
            String pid = Long.toString(ProcessHandle.current().pid());
            String[] groups =
                    run(List.of("ps", "-o", "pgid=", "-o", "tpgid=", "-p", pid))
                            .orElse("")
                            .strip()
                            .split("\\s+");
            return groups.length != 2 || groups[0].equals(groups[1]);
        }
    }

    private static Optional<String> stty(String... arguments) {
        return run(Stream.concat(Stream.of("stty"), Stream.of(arguments)).toList());
    }

    /// The output of a program; empty if it fails.
    private static Optional<String> run(List<String> command) {
        try {
            Process process =
                    new ProcessBuilder(command)
                            .redirectInput(TTY)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start();
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.empty();
            }
            return process.exitValue() == 0
                    ? Optional.of(new String(process.getInputStream().readAllBytes(), UTF_8))
                    : Optional.empty();
        } catch (IOException none) {
            return Optional.empty();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}

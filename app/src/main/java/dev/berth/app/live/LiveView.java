package dev.berth.app.live;

import dev.berth.app.live.ScreenLayout.Choice;
import dev.berth.app.terminal.Key;
import dev.berth.app.terminal.ScreenDiff;
import dev.berth.app.terminal.Terminal;
import dev.berth.app.terminal.TerminalStyle;

import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Shows a cluster on a terminal until the user quits. It repaints at most five times per second.
public final class LiveView {
    private static final Duration FRAME = Duration.ofMillis(200);

    private final Terminal terminal;
    private final LiveSource source;
    private final ScreenLayout screen;
    private final ScreenDiff repaint = new ScreenDiff();
    private Choice choice = Choice.FIRST;

    LiveView(Terminal terminal, LiveSource source, ScreenLayout screen) {
        this.terminal = terminal;
        this.source = source;
        this.screen = screen;
    }

    /// @param plainSigns whether the terminal supports only ASCII
    public static LiveView of(
            Terminal terminal, EngineSource source, TerminalStyle paint, boolean plainSigns) {
        return new LiveView(terminal, source, new ScreenLayout(paint, plainSigns));
    }

    /// Restores the terminal at the end, also after a failure.
    ///
    /// @param stopped whether to stop; called a few times per second
    public void show(BooleanSupplier stopped) throws InterruptedException {
        terminal.enter();
        try {
            boolean goesOn = true;
            while (goesOn && !stopped.getAsBoolean()) {
                LiveSnapshot picture = source.picture();
                if (terminal.disturbed()) {
                    terminal.write(repaint.clear());
                }
                String changes = repaint.of(screen.lines(picture, choice, terminal.size()));
                if (!changes.isEmpty()) {
                    terminal.write(changes);
                }
                goesOn = untilNextFrame(picture);
            }
        } finally {
            terminal.leave();
        }
    }

    /// Whether to continue.
    private boolean untilNextFrame(LiveSnapshot picture) throws InterruptedException {
        long end = System.nanoTime() + FRAME.toNanos();
        boolean paused = picture.paused();
        for (long left = FRAME.toNanos(); left > 0; left = end - System.nanoTime()) {
            Optional<Key> key = terminal.key(Duration.ofNanos(left));
            if (key.isEmpty()) {
                continue;
            }
            switch (key.get()) {
                case QUIT -> {
                    return false;
                }
                case HELP -> choice = choice.withHelp(!choice.help());
                case PAUSE -> {
                    paused = !paused;
                    source.pause(paused);
                }
                case STEP -> source.step();
                case RESOURCE -> choice = choice.withNextResource();
                case NEXT -> choice = choice.turned(true);
                case PREVIOUS -> choice = choice.turned(false);
                case SUSPEND -> terminal.suspend();
                case OTHER -> {}
            }
        }
        return true;
    }
}

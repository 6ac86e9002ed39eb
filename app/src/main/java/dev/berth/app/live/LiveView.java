package dev.berth.app.live;

import dev.berth.app.terminal.KeyPress;
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
    private ViewChoice choice = ViewChoice.FIRST;

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
            Optional<KeyPress> key = terminal.key(Duration.ofNanos(left));
            if (key.isEmpty()) {
                continue;
            }
            if (choice.typing()) {
                choice = choice.typed(key.get());
                return true;
            }
            int page = screen.page(picture, choice, terminal.size());
            switch (key.get().key()) {
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
                case UP -> scroll(picture, -1);
                case DOWN -> scroll(picture, 1);
                case PAGE_UP -> scroll(picture, -page);
                case PAGE_DOWN -> scroll(picture, page);
                case FIRST -> choice = choice.withScroll(0);
                case LAST -> scroll(picture, Integer.MAX_VALUE / 2);
                case FILTER -> choice = choice.withTyping(true);
                case ESCAPE -> choice = choice.withFilter("").withHelp(false);
                case SUSPEND -> terminal.suspend();
                case ENTER, BACKSPACE, OTHER -> {}
            }
        }
        return true;
    }

    private void scroll(LiveSnapshot picture, int rows) {
        int max = screen.maxScroll(picture, choice, terminal.size());
        choice = choice.withScroll(Math.clamp((long) choice.scroll() + rows, 0, max));
    }
}

package dev.berth.app.live;

import dev.berth.app.live.LiveSnapshot.Resource;
import dev.berth.app.terminal.KeyPress;

/// The choices of the user.
///
/// @param scroll the number of rows of the node list above the screen
/// @param filter the text that the name or the zone of a shown node contains
/// @param typing whether the user types the filter
record ViewChoice(
        Part part, Resource resource, boolean help, int scroll, String filter, boolean typing) {
    static final ViewChoice FIRST = new ViewChoice(Part.ALL, Resource.CPU, false, 0, "", false);

    private static final int MAX_FILTER = 40;

    /// The parts of the screen.
    enum Part {
        ALL,
        NODES,
        DECISIONS,
        WAITS
    }

    /// The next part, or the previous one.
    ViewChoice turned(boolean forwards) {
        Part next =
                switch (part) {
                    case ALL -> forwards ? Part.NODES : Part.WAITS;
                    case NODES -> forwards ? Part.DECISIONS : Part.ALL;
                    case DECISIONS -> forwards ? Part.WAITS : Part.NODES;
                    case WAITS -> forwards ? Part.ALL : Part.DECISIONS;
                };
        return new ViewChoice(next, resource, false, 0, filter, false);
    }

    ViewChoice withPart(Part shown) {
        return new ViewChoice(shown, resource, help, scroll, filter, typing);
    }

    ViewChoice withNextResource() {
        return new ViewChoice(part, resource.next(), help, scroll, filter, typing);
    }

    ViewChoice withHelp(boolean shown) {
        return new ViewChoice(part, resource, shown, scroll, filter, typing);
    }

    ViewChoice withScroll(int rows) {
        return new ViewChoice(part, resource, help, rows, filter, typing);
    }

    ViewChoice withTyping(boolean on) {
        return new ViewChoice(part, resource, false, scroll, filter, on);
    }

    /// Another filter shows the list from its beginning.
    ViewChoice withFilter(String text) {
        return new ViewChoice(part, resource, help, 0, text, typing);
    }

    /// The next key of the filter.
    ViewChoice typed(KeyPress press) {
        return switch (press.key()) {
            case ENTER -> withTyping(false);
            case ESCAPE -> withFilter("").withTyping(false);
            case BACKSPACE -> withFilter(filter.substring(0, Math.max(0, filter.length() - 1)));
            default -> filter.length() < MAX_FILTER ? withFilter(filter + press.sign()) : this;
        };
    }
}

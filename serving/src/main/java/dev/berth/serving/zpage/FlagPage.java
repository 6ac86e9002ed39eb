package dev.berth.serving.zpage;

import dev.berth.model.json.Json;
import dev.berth.serving.http.Endpoint;

import java.util.Map;
import java.util.TreeMap;

/// `/flagz`: all flags and their values.
public final class FlagPage implements ZPage.Content {
    static final String WARNING =
            "Warning: This endpoint is not meant to be machine parseable, has no formatting"
                    + " compatibility guarantees and is for debugging purposes only.";

    private final Map<String, String> flags;

    private FlagPage(Map<String, String> flags) {
        this.flags = new TreeMap<>(flags);
    }

    public static Endpoint of(Map<String, String> flags, ZPage.Formats formats) {
        return new ZPage(new FlagPage(flags), formats);
    }

    @Override
    public String kind() {
        return "Flagz";
    }

    @Override
    public String text() {
        var text = new StringBuilder();
        text.append('\n')
                .append(StatusPage.COMPONENT)
                .append(" flagz\n")
                .append(WARNING)
                .append('\n');
        flags.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
        return text.toString();
    }

    @Override
    public Json.Obj fields() {
        var all = Json.Obj.builder();
        flags.forEach(all::put);
        return Json.Obj.of("flags", all.build());
    }
}

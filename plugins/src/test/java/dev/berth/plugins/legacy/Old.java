package dev.berth.plugins.legacy;

import dev.berth.spi.PluginProvider;
import dev.berth.testkit.PluginTester;

import java.util.ArrayList;
import java.util.List;

/// Finds legacy plugins by name.
final class Old {
    private Old() {}

    static PluginTester plugin(String name) {
        return PluginTester.of(named(name));
    }

    static <C extends Record> PluginTester plugin(String name, C args) {
        return PluginTester.of(Old.<C>typed(name), args);
    }

    /// The problems that the plugin reports for its arguments.
    static <C extends Record> List<String> problems(String name, C args) {
        var found = new ArrayList<String>();
        Old.<C>typed(name)
                .check(
                        args,
                        gate -> false,
                        (path, value, problem) -> found.add(path + "=" + value + ": " + problem));
        return found;
    }

    private static PluginProvider<?> named(String name) {
        return Legacy.providers().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @SuppressWarnings("unchecked") // The arguments given are those of the plugin named.
    private static <C extends Record> PluginProvider<C> typed(String name) {
        return (PluginProvider<C>) named(name);
    }
}

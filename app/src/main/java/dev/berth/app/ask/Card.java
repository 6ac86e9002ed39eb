package dev.berth.app.ask;

import dev.berth.app.terminal.Table;
import dev.berth.model.json.Fields;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;

/// What a node got from each plugin, weighted.
record Card(String node, long total, List<Score> scores) {
    record Score(String plugin, long weighted) {}

    static Card of(Fields card) {
        return new Card(
                card.text("node", ""),
                card.longValue("total", 0),
                card.list(
                        "scores",
                        score ->
                                new Score(
                                        score.text("plugin", ""), score.longValue("weighted", 0))));
    }

    /// Nodes side by side.
    static String table(List<Card> cards) {
        var plugins = new LinkedHashSet<String>();
        cards.forEach(card -> card.scores.forEach(score -> plugins.add(score.plugin)));
        var rows = new ArrayList<List<String>>();
        rows.add(row("SCORES", cards.stream().map(Card::node)));
        for (String plugin : plugins) {
            rows.add(row(plugin, cards.stream().map(card -> card.from(plugin))));
        }
        rows.add(row("total", cards.stream().map(card -> Long.toString(card.total))));
        return Table.aligned("", rows);
    }

    private static List<String> row(String first, Stream<String> rest) {
        return Stream.concat(Stream.of(first), rest).toList();
    }

    private String from(String plugin) {
        return scores.stream()
                .filter(score -> score.plugin.equals(plugin))
                .findFirst()
                .map(score -> Long.toString(score.weighted))
                .orElse("-");
    }
}

package dev.berth.app.decide;

import dev.berth.answers.AnswerCodec;
import dev.berth.dashboard.AnswerMapper;
import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.engine.view.Decision.PluginScore;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.engine.view.DryRunResult;
import dev.berth.model.json.Json;
import dev.berth.model.json.ObjBuilder;
import dev.berth.spi.Preemption;
import dev.berth.spi.RejectionDetails;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Decisions as JSON records; docs/reference/decision.md describes the format.
final class Records {
    private Records() {}

    /// The record of a pod of a case.
    static Json.Obj of(String caseId, DryRunResult result) {
        return filled(Json.Obj.builder().put("case", caseId), result, false);
    }

    /// The record of a pod on its own.
    static Json.Obj of(DryRunResult result) {
        Json.Obj record = filled(Json.Obj.builder(), result, true);
        return result.offers().isEmpty() ? record : record.with("offers", offers(result));
    }

    private static Json.Obj offers(DryRunResult result) {
        var offers = Json.Obj.builder();
        result.offers().forEach((plugin, words) -> offers.put(plugin, texts(words)));
        return offers.build();
    }

    /// The record of a case that cannot be read.
    static Json.Obj error(String caseId, String message) {
        return Json.Obj.builder()
                .put("case", caseId)
                .put("outcome", word(DryRunResult.Outcome.ERROR))
                .put("message", message)
                .build();
    }

    private static Json.Obj filled(ObjBuilder record, DryRunResult result, boolean facts) {
        record.put("pod", result.pod())
                .put("profile", result.profile())
                .put("outcome", word(result.outcome()));
        result.node().ifPresent(node -> record.put("node", node));
        return record.put("best", texts(result.best()))
                .put("nodes", nodes(result, facts))
                .put(
                        "preFilter",
                        result.preFilter()
                                .<Json>map(why ->
                                        rejection(
                                                why,
                                                "",
                                                facts
                                                        ? result.rejections().ofPod()
                                                        : RejectionDetails.NONE))
                                .orElse(Json.Null.NULL))
                .put("unschedulablePlugins", texts(result.unschedulablePlugins()))
                .put("pendingPlugins", texts(result.pendingPlugins()))
                .put("message", result.message())
                .put(
                        "preemption",
                        result.postFilterMessage()
                                .<Json>map(message -> preemption(result, message))
                                .orElse(Json.Null.NULL))
                .putUnlessEmpty("claims", claims(result))
                .build();
    }

    private static Json.Obj claims(DryRunResult result) {
        var claims = Json.Obj.builder();
        result.claims().forEach(claims::put);
        return claims.build();
    }

    private static String word(DryRunResult.Outcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }

    private static Json.Obj nodes(DryRunResult result, boolean facts) {
        var nodes = Json.Obj.builder();
        for (Map.Entry<String, NodeDetail> node : result.nodes().entrySet()) {
            nodes.put(
                    node.getKey(),
                    verdict(
                            node.getValue(),
                            facts
                                    ? result.rejections().ofNode(node.getKey())
                                    : RejectionDetails.NONE));
        }
        return nodes.build();
    }

    private static Json.Obj verdict(NodeDetail node, RejectionDetails details) {
        if (node.rejection().isPresent()) {
            return rejection(node.rejection().get(), node.node(), details);
        }
        var scores = Json.Obj.builder();
        long total = 0;
        if (node.scores().isPresent()) {
            for (PluginScore score : node.scores().get().scores()) {
                scores.put(score.plugin(), score.weighted());
            }
            total = node.scores().get().total();
        }
        return Json.Obj.builder().put("scores", scores.build()).put("total", total).build();
    }

    private static Json.Obj rejection(RejectedNodes why, String node, RejectionDetails details) {
        var rejection =
                Json.Obj.builder()
                        .put("plugin", why.plugin())
                        .put("code", why.code())
                        .put("reasons", texts(why.reasons()));
        if (!details.facts().isEmpty()) {
            rejection.put(
                    "facts",
                    new Json.Arr(
                            AnswerMapper.facts(node, details).stream()
                                    .<Json>map(AnswerCodec::encode)
                                    .toList()));
        }
        if (!details.advice().isEmpty()) {
            rejection.put("advice", texts(details.advice()));
        }
        return rejection.build();
    }

    private static Json.Obj preemption(DryRunResult result, String message) {
        var candidates = Json.Obj.builder();
        List<String> picked = List.of();
        if (result.preemption().isPresent()) {
            for (Preemption.Candidate option : result.preemption().get().candidates()) {
                candidates.put(option.node(), candidate(option));
            }
            picked = result.preemption().get().best();
        }
        return Json.Obj.builder()
                .put("candidates", candidates.build())
                .put("picked", texts(picked))
                .put("message", message)
                .build();
    }

    private static Json.Obj candidate(Preemption.Candidate option) {
        return Json.Obj.builder()
                .put("victims", texts(option.victims().stream().map(v -> v.pod()).toList()))
                .put("pdbViolations", option.violations())
                .build();
    }

    static Json.Arr texts(List<String> texts) {
        if (texts.isEmpty()) {
            return Json.Arr.EMPTY;
        }
        var values = new ArrayList<Json>(texts.size());
        for (String text : texts) {
            values.add(Json.of(text));
        }
        return new Json.Arr(values);
    }

    /// One line of ASCII characters.
    static String line(Json record) {
        String text = record.text();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > '~') {
                return escaped(text);
            }
        }
        return text;
    }

    private static String escaped(String json) {
        var escaped = new StringBuilder(json.length() + 20);
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c > '~') {
                escaped.append(String.format("\\u%04x", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }
}

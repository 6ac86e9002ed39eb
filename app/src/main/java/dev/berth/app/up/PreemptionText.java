package dev.berth.app.up;

import dev.berth.answers.AnswerCodec;
import dev.berth.answers.PreemptionItem;
import dev.berth.app.output.AnswerTables;
import dev.berth.app.up.RunNotes.Preempting;
import dev.berth.dashboard.AnswerMapper;
import dev.berth.model.json.Json;

import java.util.Map;

/// The preemptions of a run, as text and as JSON.
final class PreemptionText {
    private PreemptionText() {}

    /// The fields of a preemption as in answers, after the preemptor and its node.
    ///
    /// @param placed the node of each pod at the end of the run
    static Json json(Preempting made, Map<String, String> placed) {
        PreemptionItem item = AnswerMapper.preemption(made.pod(), made.preemption());
        var json =
                Json.Obj.builder()
                        .put("pod", made.pod())
                        .put("boundTo", placed.getOrDefault(made.pod(), ""))
                        .put("budgetViolations", made.preemption().chosen().violations());
        AnswerCodec.encode(item).without("candidateNodes").fields().forEach(json::put);
        return json.build();
    }

    /// The preemption and its victims, a line each.
    static String text(Preempting made) {
        return AnswerTables.preemption(AnswerMapper.preemption(made.pod(), made.preemption()))
                .stripTrailing();
    }
}

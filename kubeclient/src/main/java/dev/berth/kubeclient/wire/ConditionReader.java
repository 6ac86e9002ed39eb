package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.PodConditionFields;
import dev.berth.model.Condition;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// Reads conditions of pods and nodes, which share the numbers of their common fields.
final class ConditionReader {
    private final InternedStrings words;
    private final DecodeCache<Condition> conditions = new DecodeCache<>(1 << 12, 1 << 10);

    ConditionReader(InternedStrings words) {
        this.words = words;
    }

    Condition read(ProtoReader in) throws IOException {
        int outer = in.enter();
        int from = in.at();
        int to = in.end();
        Condition known = conditions.find(in.bytes(), from, to);
        Condition condition =
                known != null ? known : conditions.keep(in.bytes(), from, to, condition(in));
        in.leave(outer);
        return condition;
    }

    private Condition condition(ProtoReader in) throws IOException {
        String type = "";
        String status = "";
        String reason = "";
        String message = "";
        Optional<Instant> changed = Optional.empty();
        long generation = 0;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PodConditionFields.TYPE -> type = words.word(in);
                case PodConditionFields.STATUS -> status = words.word(in);
                case PodConditionFields.LAST_TRANSITION_TIME -> changed = in.time();
                case PodConditionFields.REASON -> reason = words.word(in);
                case PodConditionFields.MESSAGE -> message = in.text();
                case PodConditionFields.OBSERVED_GENERATION -> generation = in.int64();
                default -> in.skip();
            }
        }
        return new Condition(type, status, reason, message, changed, generation);
    }
}

package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Validates the conditions of a status (upstream: `ValidateConditions`).
final class ConditionChecks {
    private static final Pattern REASON = Pattern.compile("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?");
    private static final String REASON_RULE =
            "a condition reason must start with alphabetic character, optionally followed by a"
                    + " string of alphanumeric characters or '_,:', and must end with an"
                    + " alphanumeric character or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName',"
                    + "  or 'ReasonA,ReasonB',  or 'ReasonA:ReasonB', regex used for validation is"
                    + " '[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?')";

    private ConditionChecks() {}

    static void check(String at, List<Json> conditions, FieldErrors out) {
        Set<String> types = new HashSet<>();
        for (int i = 0; i < conditions.size(); i++) {
            String field = at + "[" + i + "]";
            String type = Path.of("type").text(conditions.get(i));
            if (!types.add(type)) {
                out.duplicate(field, type);
            }
            condition(field, type, conditions.get(i), out);
        }
    }

    private static void condition(String field, String type, Json condition, FieldErrors out) {
        if (type.isEmpty()) {
            out.required(field + ".type", "is required");
        } else {
            out.qualified(field + ".type", type);
        }
        String status = Path.of("status").text(condition);
        if (status.isEmpty()) {
            out.required(field + ".status");
        } else {
            out.oneOf(field + ".status", status, "False", "True", "Unknown");
        }
        if (!Path.of("lastTransitionTime").in(condition)) {
            out.required(field + ".lastTransitionTime");
        }
        String reason = Path.of("reason").text(condition);
        if (reason.isEmpty()) {
            out.required(field + ".reason");
        } else if (!REASON.matcher(reason).matches()) {
            out.invalid(field + ".reason", reason, REASON_RULE);
        }
    }
}

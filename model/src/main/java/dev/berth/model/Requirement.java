package dev.berth.model;

import java.util.List;

/// One requirement of a selector; the operator stays text because a wrong one must be quoted back.
public record Requirement(String key, String operator, List<String> values) {
    public static final String IN = "In";
    public static final String NOT_IN = "NotIn";
    public static final String EXISTS = "Exists";
    public static final String DOES_NOT_EXIST = "DoesNotExist";
    public static final String GREATER = "Gt";
    public static final String LESS = "Lt";

    public Requirement {
        values = List.copyOf(values);
    }
}

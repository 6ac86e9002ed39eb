package dev.berth.answers;

import java.util.Locale;

/// The labels of columns and sections, the same on the command line and on the dashboard.
public enum Label {
    AGE("Age"),
    ALLOCATABLE("Allocatable"),
    ATTEMPT("Attempt"),
    ATTEMPTS("Attempts"),
    BUDGET_VIOLATIONS("Budget violations"),
    BUDGETS("Disruption budgets"),
    DIFFERENCE("Difference"),
    DURATION("Duration"),
    EVICTION_REASON("Reason if it stays"),
    FACTS("Facts"),
    FEASIBLE("Feasible"),
    FREE("Free"),
    HELP_PAGES("Help pages"),
    HINTS("What you can do"),
    IN_STATE("In state"),
    NODE("Node"),
    NODE_NAMES("Node names"),
    NODES("Nodes"),
    NOMINATED_NODE("Nominated node"),
    NORMALIZED("Normalized"),
    OUTCOME("Outcome"),
    PLUGIN("Plugin"),
    PLUGINS("Plugins"),
    POD("Pod"),
    POD_NAMES("Pod names"),
    PODS("Pods"),
    PRIORITY("Priority"),
    RAW("Raw"),
    REASON("Reason"),
    REQUESTED("Requested"),
    REQUEUED_WHEN("Requeued when"),
    RESOURCE("Resource"),
    RESULT("Result"),
    SCORE_DIFFERENCES("Score differences"),
    SCORES("Scores"),
    STATE("State"),
    TAINTS("Taints"),
    TIME_LEFT("Time left"),
    TOTAL("Total"),
    VICTIM("Victim"),
    VICTIMS("Victims"),
    WEIGHTED("Weighted");

    private final String text;

    Label(String text) {
        this.text = text;
    }

    /// As a title: `Nominated node`.
    public String text() {
        return text;
    }

    /// As the head of a column on the command line: `NOMINATED NODE`.
    public String heading() {
        return text.toUpperCase(Locale.ROOT);
    }
}

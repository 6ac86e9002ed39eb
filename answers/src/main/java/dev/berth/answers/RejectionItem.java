package dev.berth.answers;

import java.util.List;

/// Nodes that one plugin rejects for the same reasons.
public record RejectionItem(
        @Doc("name of the plugin; empty if the scheduler itself rejects them") String plugin,
        @Doc("code of the rejection, such as Unschedulable or UnschedulableAndUnresolvable")
                String code,
        @Doc("reasons of the plugin") List<String> reasons,
        @Doc("number of nodes; 0 if the plugin rejects the pod as a whole") int nodes,
        @Doc("some of the nodes by name") List<String> nodeNames,
        @Doc("help page of the plugin, or empty") String helpPage,
        @Doc("facts behind the rejection at the time of the answer; empty for earlier attempts")
                List<FactItem> facts,
        @Doc("what you can do about the rejection") List<String> advice) {}

package dev.berth.answers;

import java.util.List;

/// The answer of `overview`: which scheduler this is, and its status.
public record OverviewAnswer(
        @Doc("when the scheduling thread gave the answer, in milliseconds since the Unix epoch")
                long atMillis,
        @Doc(
                        value =
                                "what runs the scheduler: `berth up` is embedded, `berth run` is"
                                        + " run",
                        oneOf = {"embedded", "run"})
                String kind,
        @Doc("version of Berth") String version,
        @Doc("whether callers may pause the scheduler and change the cluster") boolean writable,
        @Doc("counters of the scheduler") StatusAnswer status,
        @Doc(
                        "names of the resources, in the order of the amounts of nodes and pods;"
                                + " without extended resources if the caller may not list nodes")
                List<String> resources,
        @Doc("resources whose names the caller may not see") int hiddenResources) {}

package dev.berth.apiserver.table;

import static dev.berth.apiserver.table.Column.AGE;
import static dev.berth.apiserver.table.Column.NAME;
import static dev.berth.apiserver.table.Column.number;
import static dev.berth.apiserver.table.Column.text;
import static dev.berth.apiserver.table.Column.wide;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Workloads: desired and current replicas.
final class WorkloadLayouts {
    static final Layout DEPLOYMENT =
            new Layout(
                    columns(text("Ready"), text("Up-to-date"), text("Available")),
                    (it, now) ->
                            row(
                                    it,
                                    now,
                                    ready(it),
                                    TableCell.number(it, "status", "updatedReplicas"),
                                    TableCell.number(it, "status", "availableReplicas")));

    static final Layout REPLICA_SET = replicas(it -> TableCell.selector(it, "spec", "selector"));
    static final Layout REPLICATION_CONTROLLER =
            replicas(it -> TableCell.labels(Path.of("spec", "selector").object(it)));

    static final Layout STATEFUL_SET =
            new Layout(
                    List.of(NAME, text("Ready"), AGE, wide("Containers"), wide("Images")),
                    (it, now) ->
                            TableCell.row(
                                    TableCell.name(it),
                                    ready(it),
                                    TableCell.age(it, now),
                                    TableCell.containers(it)));

    static final Layout DAEMON_SET =
            new Layout(
                    columns(
                            number("Desired"),
                            number("Current"),
                            number("Ready"),
                            number("Up-to-date"),
                            number("Available"),
                            text("Node Selector")),
                    (it, now) ->
                            row(
                                    it,
                                    now,
                                    TableCell.number(it, "status", "desiredNumberScheduled"),
                                    TableCell.number(it, "status", "currentNumberScheduled"),
                                    TableCell.number(it, "status", "numberReady"),
                                    TableCell.number(it, "status", "updatedNumberScheduled"),
                                    TableCell.number(it, "status", "numberAvailable"),
                                    TableCell.labels(
                                            Path.of("spec", "template", "spec", "nodeSelector")
                                                    .object(it))));

    static final Layout JOB =
            new Layout(
                    columns(text("Status"), text("Completions"), text("Duration")),
                    (it, now) -> row(it, now, jobStatus(it), completions(it), duration(it, now)));

    static final Layout CRON_JOB =
            new Layout(
                    columns(
                            text("Schedule"),
                            text("Timezone"),
                            Column.flag("Suspend"),
                            number("Active"),
                            text("Last Schedule")),
                    (it, now) -> {
                        Json.Obj job = Path.of("spec", "jobTemplate").object(it);
                        String last = TableCell.text(it, "status", "lastScheduleTime");
                        return row(
                                it,
                                job,
                                TableCell.selector(job, "spec", "selector"),
                                now,
                                TableCell.text(it, "spec", "schedule"),
                                TableCell.or(
                                        TableCell.text(it, "spec", "timeZone"), TableCell.NONE),
                                TableCell.any(it, TableCell.NONE, "spec", "suspend").equals("true")
                                        ? "True"
                                        : "False",
                                TableCell.size(it, "status", "active"),
                                last.isEmpty() ? TableCell.NONE : HumanDuration.since(last, now));
                    });

    private WorkloadLayouts() {}

    /// Returns the name, the given columns, the age, and the columns of the pod template.
    private static List<Column> columns(Column... own) {
        var all = new ArrayList<Column>(List.of(NAME));
        all.addAll(List.of(own));
        all.addAll(List.of(AGE, wide("Containers"), wide("Images"), wide("Selector")));
        return all;
    }

    private static List<Json> row(Json.Obj it, Instant now, Object... own) {
        return row(it, it, TableCell.selector(it, "spec", "selector"), now, own);
    }

    /// @param maker the object that contains the pod template
    private static List<Json> row(
            Json.Obj it, Json.Obj maker, String selector, Instant now, Object... own) {
        return TableCell.row(
                TableCell.name(it),
                List.of(own),
                TableCell.age(it, now),
                TableCell.containers(maker),
                selector);
    }

    private static Layout replicas(Function<Json.Obj, String> selector) {
        return new Layout(
                columns(number("Desired"), number("Current"), number("Ready")),
                (it, now) ->
                        row(
                                it,
                                it,
                                selector.apply(it),
                                now,
                                TableCell.number(it, "spec", "replicas"),
                                TableCell.number(it, "status", "replicas"),
                                TableCell.number(it, "status", "readyReplicas")));
    }

    private static String ready(Json.Obj it) {
        return TableCell.number(it, "status", "readyReplicas")
                + "/"
                + TableCell.number(it, "spec", "replicas");
    }

    private static String jobStatus(Json.Obj job) {
        if (TableCell.condition(job, "Complete").equals("True")) {
            return "Complete";
        }
        if (TableCell.condition(job, "Failed").equals("True")) {
            return "Failed";
        }
        if (TableCell.leaving(job)) {
            return "Terminating";
        }
        for (String type : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
            if (TableCell.condition(job, type).equals("True")) {
                return type;
            }
        }
        return "Running";
    }

    private static String completions(Json.Obj job) {
        long succeeded = TableCell.number(job, "status", "succeeded");
        if (Path.of("spec", "completions").in(job)) {
            return succeeded + "/" + TableCell.number(job, "spec", "completions");
        }
        long parallelism = TableCell.number(job, "spec", "parallelism");
        return parallelism > 1 ? succeeded + "/1 of " + parallelism : succeeded + "/1";
    }

    private static String duration(Json.Obj job, Instant now) {
        String start = TableCell.text(job, "status", "startTime");
        String end = TableCell.text(job, "status", "completionTime");
        if (start.isEmpty()) {
            return "";
        }
        try {
            Instant until = end.isEmpty() ? now : Instant.parse(end);
            return HumanDuration.of(Duration.between(Instant.parse(start), until));
        } catch (DateTimeParseException e) {
            return HumanDuration.UNKNOWN;
        }
    }
}

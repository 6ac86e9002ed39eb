package dev.berth.apiserver.table;

import static dev.berth.apiserver.table.Column.AGE;
import static dev.berth.apiserver.table.Column.NAME;
import static dev.berth.apiserver.table.Column.flag;
import static dev.berth.apiserver.table.Column.number;
import static dev.berth.apiserver.table.Column.text;
import static dev.berth.apiserver.table.Column.wide;

import dev.berth.model.json.Json;
import dev.berth.sim.tree.Path;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// All kinds that need a line or two.
final class OtherLayouts {
    static final Layout NAMESPACE =
            new Layout(
                    List.of(NAME, text("Status"), AGE),
                    (it, now) ->
                            Cell.row(
                                    Cell.name(it),
                                    Cell.text(it, "status", "phase"),
                                    Cell.age(it, now)));

    static final Layout SERVICE =
            new Layout(
                    List.of(
                            NAME,
                            text("Type"),
                            text("Cluster-IP"),
                            text("External-IP"),
                            text("Port(s)"),
                            AGE,
                            wide("Selector")),
                    (it, now) ->
                            Cell.row(
                                    Cell.name(it),
                                    Cell.text(it, "spec", "type"),
                                    Cell.or(Cell.text(it, "spec", "clusterIP"), Cell.NONE),
                                    externalAddress(it),
                                    ports(it),
                                    Cell.age(it, now),
                                    Cell.labels(Path.of("spec", "selector").object(it))));

    static final Layout CONFIG_MAP =
            new Layout(
                    List.of(NAME, text("Data"), AGE),
                    (it, now) ->
                            Cell.row(
                                    Cell.name(it),
                                    Cell.size(it, "data") + Cell.size(it, "binaryData"),
                                    Cell.age(it, now)));

    static final Layout SECRET =
            new Layout(
                    List.of(NAME, text("Type"), text("Data"), AGE),
                    (it, now) ->
                            Cell.row(
                                    Cell.name(it),
                                    Cell.text(it, "type"),
                                    Cell.size(it, "data"),
                                    Cell.age(it, now)));

    static final Layout LEASE =
            new Layout(
                    List.of(NAME, text("Holder"), AGE),
                    (it, now) ->
                            Cell.row(
                                    Cell.name(it),
                                    Cell.text(it, "spec", "holderIdentity"),
                                    Cell.age(it, now)));

    static final Layout PRIORITY_CLASS =
            new Layout(
                    List.of(
                            NAME,
                            number("Value"),
                            flag("Global-Default"),
                            AGE,
                            text("PreemptionPolicy")),
                    (it, now) ->
                            Cell.row(
                                    Cell.name(it),
                                    Cell.number(it, "value"),
                                    Cell.flag(it, "globalDefault"),
                                    Cell.age(it, now),
                                    Cell.text(it, "preemptionPolicy")));

    static final Layout DISRUPTION_BUDGET =
            new Layout(
                    List.of(
                            NAME,
                            text("Min Available"),
                            text("Max Unavailable"),
                            number("Allowed Disruptions"),
                            AGE),
                    (it, now) ->
                            Cell.row(
                                    Cell.name(it),
                                    Cell.any(it, "N/A", "spec", "minAvailable"),
                                    Cell.any(it, "N/A", "spec", "maxUnavailable"),
                                    Cell.number(it, "status", "disruptionsAllowed"),
                                    Cell.age(it, now)));

    static final Layout RESOURCE_CLAIM =
            new Layout(
                    List.of(NAME, text("State"), AGE),
                    (it, now) -> Cell.row(Cell.name(it), claimState(it), Cell.age(it, now)));

    static final Layout RESOURCE_SLICE =
            new Layout(
                    List.of(NAME, text("Node"), text("Driver"), text("Pool"), AGE),
                    (it, now) ->
                            Cell.row(
                                    Cell.name(it),
                                    Cell.or(Cell.text(it, "spec", "nodeName"), Cell.UNSET),
                                    Cell.text(it, "spec", "driver"),
                                    Cell.text(it, "spec", "pool", "name"),
                                    Cell.age(it, now)));

    private OtherLayouts() {}

    private static String ports(Json.Obj service) {
        List<Json> ports = Path.of("spec", "ports").items(service);
        return ports.isEmpty()
                ? Cell.NONE
                : ports.stream()
                        .map(port -> {
                            long node = Cell.number(port, "nodePort");
                            return Cell.number(port, "port")
                                    + (node > 0 ? ":" + node : "")
                                    + "/"
                                    + Cell.or(Cell.text(port, "protocol"), "TCP");
                        })
                        .collect(Collectors.joining(","));
    }

    private static String externalAddress(Json.Obj service) {
        var addresses = new TreeSet<String>();
        for (Json ingress : Path.of("status", "loadBalancer", "ingress").items(service)) {
            addresses.add(Cell.or(Cell.text(ingress, "ip"), Cell.text(ingress, "hostname")));
        }
        List<String> given =
                Path.of("spec", "externalIPs").items(service).stream()
                        .map(it -> it instanceof Json.Str(var address) ? address : "")
                        .toList();
        return switch (Cell.text(service, "spec", "type")) {
            case "LoadBalancer" -> {
                var all = new ArrayList<>(addresses);
                all.addAll(given);
                yield all.isEmpty() ? "<pending>" : String.join(",", all);
            }
            case "ExternalName" -> Cell.text(service, "spec", "externalName");
            default -> given.isEmpty() ? Cell.NONE : String.join(",", given);
        };
    }

    private static String claimState(Json.Obj claim) {
        var states = new ArrayList<String>();
        if (Cell.leaving(claim)) {
            states.add("deleted");
        }
        if (!Path.of("status", "allocation").in(claim)) {
            if (!Cell.leaving(claim)) {
                states.add("pending");
            }
        } else {
            states.add("allocated");
            states.add(Cell.size(claim, "status", "reservedFor") > 0 ? "reserved" : "");
        }
        states.remove("");
        return String.join(",", states);
    }
}

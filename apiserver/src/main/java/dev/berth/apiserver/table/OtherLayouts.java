package dev.berth.apiserver.table;

import static dev.berth.apiserver.table.Column.AGE;
import static dev.berth.apiserver.table.Column.NAME;
import static dev.berth.apiserver.table.Column.flag;
import static dev.berth.apiserver.table.Column.number;
import static dev.berth.apiserver.table.Column.text;
import static dev.berth.apiserver.table.Column.wide;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The kinds with short layouts.
final class OtherLayouts {
    static final Layout NAMESPACE =
            new Layout(
                    List.of(NAME, text("Status"), AGE),
                    (it, now) ->
                            TableCell.row(
                                    TableCell.name(it),
                                    TableCell.text(it, "status", "phase"),
                                    TableCell.age(it, now)));

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
                            TableCell.row(
                                    TableCell.name(it),
                                    TableCell.text(it, "spec", "type"),
                                    TableCell.or(
                                            TableCell.text(it, "spec", "clusterIP"),
                                            TableCell.NONE),
                                    externalAddress(it),
                                    ports(it),
                                    TableCell.age(it, now),
                                    TableCell.labels(Path.of("spec", "selector").object(it))));

    static final Layout CONFIG_MAP =
            new Layout(
                    List.of(NAME, text("Data"), AGE),
                    (it, now) ->
                            TableCell.row(
                                    TableCell.name(it),
                                    TableCell.size(it, "data") + TableCell.size(it, "binaryData"),
                                    TableCell.age(it, now)));

    static final Layout SECRET =
            new Layout(
                    List.of(NAME, text("Type"), text("Data"), AGE),
                    (it, now) ->
                            TableCell.row(
                                    TableCell.name(it),
                                    TableCell.text(it, "type"),
                                    TableCell.size(it, "data"),
                                    TableCell.age(it, now)));

    static final Layout LEASE =
            new Layout(
                    List.of(NAME, text("Holder"), AGE),
                    (it, now) ->
                            TableCell.row(
                                    TableCell.name(it),
                                    TableCell.text(it, "spec", "holderIdentity"),
                                    TableCell.age(it, now)));

    static final Layout PRIORITY_CLASS =
            new Layout(
                    List.of(
                            NAME,
                            number("Value"),
                            flag("Global-Default"),
                            AGE,
                            text("PreemptionPolicy")),
                    (it, now) ->
                            TableCell.row(
                                    TableCell.name(it),
                                    TableCell.number(it, "value"),
                                    TableCell.flag(it, "globalDefault"),
                                    TableCell.age(it, now),
                                    TableCell.text(it, "preemptionPolicy")));

    static final Layout DISRUPTION_BUDGET =
            new Layout(
                    List.of(
                            NAME,
                            text("Min Available"),
                            text("Max Unavailable"),
                            number("Allowed Disruptions"),
                            AGE),
                    (it, now) ->
                            TableCell.row(
                                    TableCell.name(it),
                                    TableCell.any(it, "N/A", "spec", "minAvailable"),
                                    TableCell.any(it, "N/A", "spec", "maxUnavailable"),
                                    TableCell.number(it, "status", "disruptionsAllowed"),
                                    TableCell.age(it, now)));

    static final Layout RESOURCE_CLAIM =
            new Layout(
                    List.of(NAME, text("State"), AGE),
                    (it, now) ->
                            TableCell.row(
                                    TableCell.name(it), claimState(it), TableCell.age(it, now)));

    static final Layout RESOURCE_SLICE =
            new Layout(
                    List.of(NAME, text("Node"), text("Driver"), text("Pool"), AGE),
                    (it, now) ->
                            TableCell.row(
                                    TableCell.name(it),
                                    TableCell.text(it, "spec", "nodeName"),
                                    TableCell.text(it, "spec", "driver"),
                                    TableCell.text(it, "spec", "pool", "name"),
                                    TableCell.age(it, now)));

    static final Layout DEVICE_TAINT_RULE =
            new Layout(
                    List.of(
                            NAME,
                            text("Key"),
                            text("Value"),
                            text("Effect"),
                            text("TimeAdded"),
                            AGE),
                    (it, now) ->
                            TableCell.row(
                                    TableCell.name(it),
                                    TableCell.text(it, "spec", "taint", "key"),
                                    TableCell.text(it, "spec", "taint", "value"),
                                    TableCell.text(it, "spec", "taint", "effect"),
                                    HumanDuration.since(
                                            TableCell.text(it, "spec", "taint", "timeAdded"), now),
                                    TableCell.age(it, now)));

    private OtherLayouts() {}

    private static String ports(Json.Obj service) {
        List<Json> ports = Path.of("spec", "ports").items(service);
        return ports.isEmpty()
                ? TableCell.NONE
                : ports.stream()
                        .map(port -> {
                            long node = TableCell.number(port, "nodePort");
                            return TableCell.number(port, "port")
                                    + (node > 0 ? ":" + node : "")
                                    + "/"
                                    + TableCell.or(TableCell.text(port, "protocol"), "TCP");
                        })
                        .collect(Collectors.joining(","));
    }

    private static String externalAddress(Json.Obj service) {
        var addresses = new TreeSet<String>();
        for (Json ingress : Path.of("status", "loadBalancer", "ingress").items(service)) {
            addresses.add(
                    TableCell.or(
                            TableCell.text(ingress, "ip"), TableCell.text(ingress, "hostname")));
        }
        List<String> given =
                Path.of("spec", "externalIPs").items(service).stream()
                        .map(it -> it instanceof Json.Str(var address) ? address : "")
                        .toList();
        return switch (TableCell.text(service, "spec", "type")) {
            case "LoadBalancer" -> {
                var all = new ArrayList<>(addresses);
                all.addAll(given);
                yield all.isEmpty() ? "<pending>" : String.join(",", all);
            }
            case "ExternalName" -> TableCell.text(service, "spec", "externalName");
            default -> given.isEmpty() ? TableCell.NONE : String.join(",", given);
        };
    }

    private static String claimState(Json.Obj claim) {
        var states = new ArrayList<String>();
        if (TableCell.leaving(claim)) {
            states.add("deleted");
        }
        if (!Path.of("status", "allocation").in(claim)) {
            if (!TableCell.leaving(claim)) {
                states.add("pending");
            }
        } else {
            states.add("allocated");
            states.add(TableCell.size(claim, "status", "reservedFor") > 0 ? "reserved" : "");
        }
        states.remove("");
        return String.join(",", states);
    }
}

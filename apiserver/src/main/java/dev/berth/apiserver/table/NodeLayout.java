package dev.berth.apiserver.table;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.TreeSet;

/// Nodes: status, roles, version and system information.
final class NodeLayout {
    static final Layout LAYOUT =
            new Layout(
                    List.of(
                            Column.NAME,
                            Column.text("Status"),
                            Column.text("Roles"),
                            Column.AGE,
                            Column.text("Version"),
                            Column.wide("Internal-IP"),
                            Column.wide("External-IP"),
                            Column.wide("OS-Image"),
                            Column.wide("Kernel-Version"),
                            Column.wide("Container-Runtime")),
                    (node, now) ->
                            TableCell.row(
                                    TableCell.name(node),
                                    status(node),
                                    roles(node),
                                    TableCell.age(node, now),
                                    info(node, "kubeletVersion", ""),
                                    address(node, "InternalIP"),
                                    address(node, "ExternalIP"),
                                    info(node, "osImage", HumanDuration.UNKNOWN),
                                    kernel(node),
                                    info(node, "containerRuntimeVersion", HumanDuration.UNKNOWN)));

    private static final String ROLE = "node-role.kubernetes.io/";
    private static final String OLD_ROLE = "kubernetes.io/role";

    private NodeLayout() {}

    private static String status(Json.Obj node) {
        String ready =
                switch (TableCell.condition(node, "Ready")) {
                    case "True" -> "Ready";
                    case "" -> "Unknown";
                    default -> "NotReady";
                };
        return TableCell.flag(node, "spec", "unschedulable")
                ? ready + ",SchedulingDisabled"
                : ready;
    }

    private static String roles(Json.Obj node) {
        var roles = new TreeSet<String>();
        Path.of("metadata", "labels")
                .object(node)
                .fields()
                .forEach((name, value) -> {
                    if (name.startsWith(ROLE) && name.length() > ROLE.length()) {
                        roles.add(name.substring(ROLE.length()));
                    } else if (name.equals(OLD_ROLE)
                            && value instanceof Json.Str(var role)
                            && !role.isEmpty()) {
                        roles.add(role);
                    }
                });
        return roles.isEmpty() ? TableCell.NONE : String.join(",", roles);
    }

    private static String info(Json.Obj node, String field, String otherwise) {
        return TableCell.or(TableCell.text(node, "status", "nodeInfo", field), otherwise);
    }

    private static String kernel(Json.Obj node) {
        String architecture = info(node, "architecture", "");
        return info(node, "kernelVersion", HumanDuration.UNKNOWN)
                + (architecture.isEmpty() ? "" : " (" + architecture + ")");
    }

    private static String address(Json.Obj node, String type) {
        for (Json address : Path.of("status", "addresses").items(node)) {
            if (TableCell.text(address, "type").equals(type)) {
                return TableCell.text(address, "address");
            }
        }
        return TableCell.NONE;
    }
}

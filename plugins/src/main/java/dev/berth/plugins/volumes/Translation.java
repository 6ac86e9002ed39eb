package dev.berth.plugins.volumes;

import static java.util.stream.Collectors.joining;

import dev.berth.model.Labels;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.PersistentVolume;
import dev.berth.model.Requirement;
import dev.berth.model.Volume;
import dev.berth.model.WellKnownLabels;
import dev.berth.model.json.Json;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// Translates in-tree volumes to CSI: their volume handles, and the nodes that can access them
/// (kube-scheduler: `csi-translation-lib`).
final class Translation {
    static final String SEVERAL = "__";
    private static final Pattern EBS_ID = Pattern.compile("^vol-[^/]*$");
    private static final String GCE = "projects/UNSPECIFIED/%s/%s/disks/%s";

    private Translation() {}

    /// A volume cannot be translated; the message contains the reason.
    static final class Impossible extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Impossible(String message) {
            super(message);
        }
    }

    /// The volume handle of a PersistentVolume.
    ///
    /// @throws Impossible if there is none
    static String handle(PersistentVolume volume, InTreeVolumes kind) {
        return kind == InTreeVolumes.GCE_PD ? gceHandle(volume) : handle(volume.detail(), kind);
    }

    /// The volume handle of an inline volume.
    ///
    /// @throws Impossible if there is none
    static String handle(Volume volume, InTreeVolumes kind) {
        return kind == InTreeVolumes.GCE_PD
                ? GCE.formatted("zones", "UNSPECIFIED", text(volume.detail(), "pdName"))
                : handle(volume.detail(), kind);
    }

    private static String handle(Json.Obj detail, InTreeVolumes kind) {
        return switch (kind) {
            case AWS_EBS -> ebsId(text(detail, "volumeID"));
            case CINDER, PORTWORX -> text(detail, "volumeID");
            case AZURE_DISK -> azureDisk(detail);
            case VSPHERE -> text(detail, "volumePath");
            case AZURE_FILE, GCE_PD -> "";
        };
    }

    private static String text(Json.Obj detail, String field) {
        return detail.textAt(field).orElse("");
    }

    private static String ebsId(String id) {
        if (!id.startsWith("aws://")) {
            return id;
        }
        try {
            String path = Optional.ofNullable(new URI(id).getPath()).orElse("");
            String name = path.replaceAll("^/+|/+$", "");
            if (EBS_ID.matcher(name).matches()) {
                return name;
            }
        } catch (URISyntaxException unreadable) {
            // The exception below reports the problem.
        }
        throw new Impossible(
                "failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume"
                        + " (%s)".formatted(id));
    }

    private static String azureDisk(Json.Obj detail) {
        Optional<String> kind = detail.textAt("kind");
        if (kind.isPresent() && !kind.get().toLowerCase(Locale.ROOT).equals("managed")) {
            throw new Impossible(
                    "kind(%s) is not supported in csi migration".formatted(kind.get()));
        }
        return text(detail, "diskURI");
    }

    private static String gceHandle(PersistentVolume volume) {
        String disk = text(volume.detail(), "pdName");
        Labels labels = volume.meta().labels();
        String old = labels.getOr(WellKnownLabels.BETA_ZONE, "");
        String zones = old.isEmpty() ? labels.getOr(WellKnownLabels.ZONE, "") : old;
        if (zones.isEmpty()) {
            return GCE.formatted("zones", "UNSPECIFIED", disk);
        }
        List<String> several = List.of(zones.split(SEVERAL, -1));
        return several.size() == 1
                ? GCE.formatted("zones", zones, disk)
                : GCE.formatted("regions", region(several), disk);
    }

    private static String region(List<String> zones) {
        var regions = new TreeSet<String>();
        for (String zone : zones) {
            List<String> parts = List.of(zone.split("-", -1));
            if (parts.size() != 3) {
                throw new Impossible(
                        "failed to get region from zones: zone in unexpected format, expected:"
                                + " {locale}-{region}-{zone}, got: "
                                + zone);
            }
            regions.add(parts.get(0) + "-" + parts.get(1));
        }
        if (regions.size() != 1) {
            String listed = regions.stream().collect(joining(":{} ", "map[", ":{}]"));
            throw new Impossible(
                    "failed to get region from zones: multiple or no regions gotten from zones,"
                            + " got: "
                            + listed);
        }
        return regions.first();
    }

    /// The node affinity of a volume after translation.
    ///
    /// @throws IllegalStateException if it cannot be translated
    static Optional<List<NodeSelectorTerm>> affinity(PersistentVolume volume, InTreeVolumes kind) {
        try {
            handle(volume, kind);
        } catch (Impossible problem) {
            throw new IllegalStateException(
                    "could not translate pv: " + problem.getMessage(), problem);
        }
        return kind.zoneKey().isEmpty()
                ? volume.nodeAffinity()
                : zonesRenamed(volume, kind.zoneKey());
    }

    private static Optional<List<NodeSelectorTerm>> zonesRenamed(
            PersistentVolume volume, String zoneKey) {
        List<NodeSelectorTerm> terms = volume.nodeAffinity().orElse(List.of());
        boolean old = usesInTreeName(volume, terms);
        String zone = old ? WellKnownLabels.BETA_ZONE : WellKnownLabels.ZONE;
        Optional<List<NodeSelectorTerm>> translated = volume.nodeAffinity();
        if (usedWithValues(terms, zone)) {
            translated = Optional.of(renamed(terms, zone, zoneKey));
        } else {
            List<String> zones = zonesOf(volume.meta().labels().getOr(zone, ""));
            if (!zones.isEmpty()) {
                translated = Optional.of(restricted(terms, zoneKey, zones));
            }
        }
        if (old && usedWithValues(terms, WellKnownLabels.BETA_REGION)) {
            translated =
                    translated.map(each ->
                            renamed(each, WellKnownLabels.BETA_REGION, WellKnownLabels.REGION));
        }
        return translated;
    }

    /// Whether the volume has its zone in the old labels.
    private static boolean usesInTreeName(PersistentVolume volume, List<NodeSelectorTerm> terms) {
        if (used(terms, WellKnownLabels.ZONE)) {
            return false;
        }
        if (used(terms, WellKnownLabels.BETA_ZONE)) {
            return true;
        }
        Labels labels = volume.meta().labels();
        return !labels.has(WellKnownLabels.ZONE) && labels.has(WellKnownLabels.BETA_ZONE);
    }

    private static boolean used(List<NodeSelectorTerm> terms, String key) {
        return terms.stream()
                .flatMap(term -> term.matchExpressions().stream())
                .anyMatch(each -> each.key().equals(key));
    }

    private static boolean usedWithValues(List<NodeSelectorTerm> terms, String key) {
        return terms.stream()
                .flatMap(term -> term.matchExpressions().stream())
                .anyMatch(each -> each.key().equals(key) && !each.values().isEmpty());
    }

    private static List<NodeSelectorTerm> renamed(
            List<NodeSelectorTerm> terms, String from, String to) {
        return expressionsChanged(
                terms,
                expressions ->
                        expressions.stream()
                                .map(each ->
                                        each.key().equals(from)
                                                ? new Requirement(
                                                        to, each.operator(), each.values())
                                                : each)
                                .toList());
    }

    private static List<NodeSelectorTerm> restricted(
            List<NodeSelectorTerm> terms, String key, List<String> values) {
        List<NodeSelectorTerm> some =
                terms.isEmpty() ? List.of(new NodeSelectorTerm(List.of(), List.of())) : terms;
        return expressionsChanged(
                some,
                expressions -> {
                    var more = new ArrayList<>(expressions);
                    more.add(new Requirement(key, Requirement.IN, values));
                    return more;
                });
    }

    private static List<NodeSelectorTerm> expressionsChanged(
            List<NodeSelectorTerm> terms, UnaryOperator<List<Requirement>> change) {
        return terms.stream()
                .map(term ->
                        new NodeSelectorTerm(
                                change.apply(term.matchExpressions()), term.matchFields()))
                .toList();
    }

    private static List<String> zonesOf(String label) {
        var zones = new TreeSet<String>();
        for (String zone : label.split(SEVERAL, -1)) {
            if (!zone.isBlank()) {
                zones.add(zone.strip());
            }
        }
        return List.copyOf(zones);
    }
}

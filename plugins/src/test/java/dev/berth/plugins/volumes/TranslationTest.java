package dev.berth.plugins.volumes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.PersistentVolume;
import dev.berth.model.Requirement;
import dev.berth.model.Volume;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.stream.Collectors;

class TranslationTest {
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String REGION = "topology.kubernetes.io/region";
    private static final String OLD_ZONE = "failure-domain.beta.kubernetes.io/zone";
    private static final String OLD_REGION = "failure-domain.beta.kubernetes.io/region";

    private static PersistentVolume volume(InTreeVolumes kind, String labels, String detail) {
        return Stored.volume(
                "pv",
                "'labels':{%s}".formatted(labels),
                "'%s':{%s}".formatted(kind.source(), detail),
                "Bound");
    }

    private static Volume inPod(InTreeVolumes kind, String detail) {
        return new Volume(
                "v",
                kind.source(),
                (Json.Obj) Json.parse("{%s}".formatted(detail).replace('\'', '"')));
    }

    @ParameterizedTest
    @CsvSource({
        "AWS_EBS, 'volumeID', vol-1, vol-1",
        "AWS_EBS, 'volumeID', aws:///vol-1, vol-1",
        "AWS_EBS, 'volumeID', aws://us-east-1a/vol-1, vol-1",
        "AWS_EBS, 'volumeID', aws://us-east-1a/vol-1/, vol-1",
        "CINDER, 'volumeID', c1, c1",
        "AZURE_DISK, 'diskURI', /disks/1, /disks/1",
        "PORTWORX, 'volumeID', p1, p1",
        "VSPHERE, 'volumePath', '[ds] v', '[ds] v'",
    })
    void driversHaveNamesOfTheirOwn(InTreeVolumes kind, String field, String name, String handle) {
        String detail = "'%s':'%s'".formatted(field, name);
        assertThat(Translation.handle(volume(kind, "", detail), kind)).isEqualTo(handle);
        assertThat(Translation.handle(inPod(kind, detail), kind)).isEqualTo(handle);
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d",
        "'', us-east1-a, projects/UNSPECIFIED/zones/us-east1-a/disks/d",
        "us-west1-b, us-east1-a, projects/UNSPECIFIED/zones/us-west1-b/disks/d",
        "'', us-east1-a__us-east1-b, projects/UNSPECIFIED/regions/us-east1/disks/d",
    })
    void disksOfGoogleAreNamedByWhereTheyAre(String oldZone, String zone, String handle) {
        String labels = "'%s':'%s','%s':'%s'".formatted(OLD_ZONE, oldZone, ZONE, zone);
        assertThat(
                        Translation.handle(
                                volume(InTreeVolumes.GCE_PD, labels, "'pdName':'d'"),
                                InTreeVolumes.GCE_PD))
                .isEqualTo(handle);
        assertThat(
                        Translation.handle(
                                inPod(InTreeVolumes.GCE_PD, "'pdName':'d'"), InTreeVolumes.GCE_PD))
                .isEqualTo("projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "AWS_EBS|''|'volumeID':'aws://z/no'|failed to translate Kubernetes ID to EBS Volume"
                        + " ID Invalid format for AWS volume (aws://z/no)",
                "AZURE_DISK|''|'kind':'Dedicated'|kind(Dedicated) is not supported in csi"
                        + " migration",
                "AZURE_DISK|''|'kind':''|kind() is not supported in csi migration",
                "GCE_PD|z1__z2|'pdName':'d'|failed to get region from zones: zone in unexpected"
                        + " format, expected: {locale}-{region}-{zone}, got: z1",
                "GCE_PD|a-b-1__c-d-2|'pdName':'d'|failed to get region from zones: multiple or no"
                        + " regions gotten from zones, got: map[a-b:{} c-d:{}]",
            },
            quoteCharacter = '`')
    void whatHasNoSuchNameIsAnError(InTreeVolumes kind, String zones, String detail, String why) {
        PersistentVolume volume =
                volume(kind, "'%s':'%s'".formatted(ZONE, zones.replace("'", "")), detail);
        assertThatThrownBy(() -> Translation.handle(volume, kind)).hasMessage(why);
        assertThatThrownBy(() -> Translation.affinity(volume, kind))
                .hasMessage("could not translate pv: " + why);
    }

    @Test
    void aManagedDiskMayBeSpelledAnyWay() {
        PersistentVolume disk =
                volume(InTreeVolumes.AZURE_DISK, "", "'kind':'managed','diskURI':'u'");
        assertThat(Translation.handle(disk, InTreeVolumes.AZURE_DISK)).isEqualTo("u");
    }

    /// @param terms the terms of the volume, each as `key=value,value` joined by `&`
    record Case(
            String name,
            InTreeVolumes kind,
            String labels,
            List<String> terms,
            List<String> wanted) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        String aws = "topology.ebs.csi.aws.com/zone";
        InTreeVolumes ebs = InTreeVolumes.AWS_EBS;
        return List.of(
                new Case("no topology", ebs, "", List.of(), List.of()),
                new Case(
                        "the label of the zone",
                        ebs,
                        "'%s':'b__a__ __a'".formatted(ZONE),
                        List.of(),
                        List.of(aws + "=a,b")),
                new Case(
                        "the old label of the zone",
                        ebs,
                        "'%s':'a'".formatted(OLD_ZONE),
                        List.of(),
                        List.of(aws + "=a")),
                new Case(
                        "the new label before the old",
                        ebs,
                        "'%s':'a','%s':'b'".formatted(ZONE, OLD_ZONE),
                        List.of(),
                        List.of(aws + "=a")),
                new Case(
                        "the label joins every term",
                        ebs,
                        "'%s':'a'".formatted(ZONE),
                        List.of("rack=x", "rack=y"),
                        List.of("rack=x&" + aws + "=a", "rack=y&" + aws + "=a")),
                new Case(
                        "the zone of a term is renamed",
                        ebs,
                        "'%s':'z'".formatted(ZONE),
                        List.of(ZONE + "=a,b&rack=x", ZONE + "=c"),
                        List.of(aws + "=a,b&rack=x", aws + "=c")),
                new Case(
                        "the old zone of a term is renamed, and its region",
                        ebs,
                        "",
                        List.of(OLD_ZONE + "=a&" + OLD_REGION + "=r"),
                        List.of(aws + "=a&" + REGION + "=r")),
                new Case(
                        "where the new zone is used, the old stays",
                        ebs,
                        "",
                        List.of(ZONE + "=a", OLD_ZONE + "=b&" + OLD_REGION + "=r"),
                        List.of(aws + "=a", OLD_ZONE + "=b&" + OLD_REGION + "=r")),
                new Case(
                        "each driver has its own key",
                        InTreeVolumes.GCE_PD,
                        "'%s':'a'".formatted(ZONE),
                        List.of(),
                        List.of("topology.gke.io/zone=a")),
                new Case(
                        "some do not translate",
                        InTreeVolumes.AZURE_DISK,
                        "'%s':'a'".formatted(ZONE),
                        List.of(ZONE + "=b"),
                        List.of(ZONE + "=b")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void zonesUseTheDriversTopologyKeys(Case each) {
        String affinity =
                each.terms.isEmpty()
                        ? ""
                        : ",'nodeAffinity':{'required':{'nodeSelectorTerms':[%s]}}"
                                .formatted(
                                        each.terms.stream()
                                                .map(TranslationTest::term)
                                                .collect(Collectors.joining(",")));
        PersistentVolume volume =
                Stored.volume(
                        "pv",
                        "'labels':{%s}".formatted(each.labels),
                        "'%s':{}%s".formatted(each.kind.source(), affinity),
                        "Bound");
        assertThat(
                        Translation.affinity(volume, each.kind).orElse(List.of()).stream()
                                .map(TranslationTest::shown))
                .containsExactlyElementsOf(each.wanted);
    }

    private static String term(String written) {
        return List.of(written.split("&")).stream()
                .map(each -> each.split("="))
                .map(parts ->
                        "{'key':'%s','operator':'In','values':['%s']}"
                                .formatted(parts[0], parts[1].replace(",", "','")))
                .collect(Collectors.joining(",", "{'matchExpressions':[", "]}"));
    }

    private static String shown(NodeSelectorTerm term) {
        return term.matchExpressions().stream()
                .map(TranslationTest::shown)
                .collect(Collectors.joining("&"));
    }

    private static String shown(Requirement each) {
        return each.key() + "=" + String.join(",", each.values());
    }
}

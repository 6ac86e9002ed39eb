package dev.berth.plugins.legacy;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.json.Json;
import dev.berth.spi.PluginProvider;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiskLimitsTest {
    private static final String TOO_MANY = "node(s) exceed max volume count";
    private static final String EBS_LIMIT = "attachable-volumes-aws-ebs";

    private static PluginProvider<?> named(String name) {
        return DiskLimits.providers().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static KubeObject read(Kind kind, String text) {
        return new Decoder().object(kind, (Json.Obj) Json.parse(text.replace('\'', '"')));
    }

    private static PodBuilder disks(String name, String source, String field, int from, int to) {
        PodBuilder pod = pod(name);
        for (int i = from; i < to; i++) {
            pod.volume(source, "{\"%s\":\"disk-%d\"}".formatted(field, i));
        }
        return pod;
    }

    private static PodBuilder ebs(String name, int from, int to) {
        return disks(name, "awsElasticBlockStore", "volumeID", from, to);
    }

    @ParameterizedTest
    @CsvSource({
        "EBSLimits, awsElasticBlockStore, volumeID, 39",
        "GCEPDLimits, gcePersistentDisk, pdName, 16",
        "AzureDiskLimits, azureDisk, diskName, 16",
        "CinderLimits, cinder, volumeID, 256",
    })
    void aNodeWithoutALimitHasTheDefault(
            String plugin, String source, String field, int defaultValue) {
        PluginTester tester =
                PluginTester.of(named(plugin))
                        .nodes(node("n"))
                        .running(disks("r", source, field, 0, defaultValue - 1).on("n"));
        tester.schedule(disks("p", source, field, defaultValue, defaultValue + 1)).passes("n");
        tester.schedule(disks("p", source, field, defaultValue, defaultValue + 2))
                .rejects("n", TOO_MANY)
                .rejectsUnschedulable("n");
        tester.schedule(disks("p", source, field, 0, 2)).passes("n");
        tester.schedule(pod("p").volume("nfs", "{}")).skipsFilter();
    }

    @ParameterizedTest
    @CsvSource({"m5.large, 25", "c5d.large, 25", "t3.small, 25", "z1d.large, 25", "m4.large, 39"})
    void someMachinesTakeFewerDisksOfAmazon(String type, int max) {
        PluginTester tester =
                PluginTester.of(named("EBSLimits"))
                        .nodes(
                                node("new").label("node.kubernetes.io/instance-type", type),
                                node("old").label("beta.kubernetes.io/instance-type", type));
        tester.schedule(ebs("p", 0, max)).passes("new", "old");
        tester.schedule(ebs("p", 0, max + 1)).rejects("new", TOO_MANY).rejects("old", TOO_MANY);
    }

    private static NodeBuilder taking(int limit) {
        return node("n").resource(EBS_LIMIT, Integer.toString(limit));
    }

    @Test
    void theLimitOfTheNodeCounts() {
        PluginTester tester = PluginTester.of(named("EBSLimits")).nodes(taking(1));
        tester.schedule(ebs("p", 0, 1)).passes("n");
        tester.schedule(ebs("p", 0, 2)).rejects("n", TOO_MANY);
    }

    @Test
    void disksOfClaimsCountAndClaimsWithoutOneByTheirClass() {
        PluginTester tester =
                PluginTester.of(named("EBSLimits"))
                        .nodes(taking(1))
                        .objects(
                                claim("bound", "'volumeName':'pv'"),
                                claim("unbound", "'storageClassName':'aws'"),
                                claim("lost", "'storageClassName':'aws','volumeName':'gone'"),
                                claim("other", "'storageClassName':'gce'"),
                                read(
                                        Kind.PERSISTENT_VOLUME,
                                        "{'metadata':{'name':'pv'},'spec':{'awsElasticBlockStore':{'volumeID':'disk-0'}}}"),
                                storageClass("aws", "kubernetes.io/aws-ebs"),
                                storageClass("gce", "kubernetes.io/gce-pd"));
        tester.schedule(ebs("p", 0, 1).volumeClaim("bound")).passes("n");
        tester.schedule(ebs("p", 1, 2).volumeClaim("bound")).rejects("n", TOO_MANY);
        tester.schedule(pod("p").volumeClaim("unbound").volumeClaim("unbound")).passes("n");
        tester.schedule(pod("p").volumeClaim("unbound").volumeClaim("lost")).rejects("n", TOO_MANY);
        tester.schedule(pod("p").volumeClaim("other").volumeClaim("missing")).skipsFilter();
        assertThatThrownBy(() -> tester.schedule(pod("p").volumeClaim("")))
                .hasMessage("PersistentVolumeClaim had no name");
    }

    private static KubeObject claim(String name, String spec) {
        return read(
                Kind.PERSISTENT_VOLUME_CLAIM,
                "{'metadata':{'name':'%s','namespace':'default'},'spec':{%s}}"
                        .formatted(name, spec));
    }

    private static KubeObject storageClass(String name, String provisioner) {
        return read(
                Kind.STORAGE_CLASS,
                "{'metadata':{'name':'%s'},'provisioner':'%s'}".formatted(name, provisioner));
    }
}

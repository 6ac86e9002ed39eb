package dev.berth.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.port.ExtenderSpec.ManagedResource;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

class ExtendersTest {
    @Test
    void everyFieldCanBeSet() {
        Configuration read =
                Yaml.read(
                        """
                        extenders:
                        - urlPrefix: https://gpu.example.com/scheduler
                          filterVerb: filter
                          preemptVerb: preempt
                          prioritizeVerb: prioritize
                          weight: 5
                          bindVerb: bind
                          enableHTTPS: true
                          tlsConfig: {serverName: gpu, caData: LS0tLS1CRUdJTg==}
                          httpTimeout: 100ms
                          nodeCacheCapable: true
                          managedResources: [{name: example.com/gpu, ignoredByScheduler: true}]
                          ignorable: true
                        """);

        assertThat(read.extenders())
                .containsExactly(
                        new ExtenderSpec(
                                "https://gpu.example.com/scheduler",
                                "filter",
                                "prioritize",
                                "bind",
                                "preempt",
                                5,
                                new ExtenderSpec.Tls(
                                        false, "gpu", "", "", "", "", "", "-----BEGIN"),
                                Duration.ofMillis(100),
                                true,
                                List.of(new ManagedResource("example.com/gpu", true)),
                                true));
    }

    @Test
    void anExtenderWithoutVerbsHasADefaultTimeoutOfFiveSeconds() {
        assertThat(Yaml.read("extenders: [{urlPrefix: 'http://x'}]").extenders())
                .containsExactly(
                        new ExtenderSpec(
                                "http://x",
                                "",
                                "",
                                "",
                                "",
                                0,
                                ExtenderSpec.Tls.NONE,
                                Duration.ofSeconds(5),
                                false,
                                List.of(),
                                false));
    }

    @Test
    void ignorableExtendersAreCalledLast() {
        assertThat(
                        Yaml.read(
                                        """
                                        extenders:
                                        - {urlPrefix: a, ignorable: true}
                                        - {urlPrefix: b}
                                        - {urlPrefix: c, ignorable: true}
                                        - {urlPrefix: d}
                                        """)
                                .extenders())
                .extracting(ExtenderSpec::urlPrefix)
                .containsExactly("b", "d", "a", "c");
    }

    @Test
    void withoutACertificateAuthorityEveryServerIsTrusted() {
        assertThat(Yaml.read("extenders: [{enableHTTPS: true}]").extenders().getFirst().tls())
                .extracting(ExtenderSpec.Tls::insecure)
                .isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"aGVs\\nbG8=\\n", "aGVsbG8\\r\\n=", "aGVsbG9="})
    void dataMayBeBrokenIntoLines(String data) {
        Configuration read =
                Yaml.read("extenders: [{tlsConfig: {certData: \"%s\"}}]".formatted(data));

        assertThat(read.extenders().getFirst().tls().certData()).isEqualTo("hello");
        assertThat(read.written().textAt("extenders", "0", "tlsConfig", "certData"))
                .contains("aGVsbG8=");
    }

    @Test
    void dataOfNothingButLineBreaksIsNone() {
        Configuration read =
                Yaml.read("extenders: [{enableHTTPS: true, tlsConfig: {caData: \"\\n\"}}]");

        assertThat(read.extenders().getFirst().tls().insecure()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "certData: aGVsbG8=",
                "keyData: aGVsbG8=",
                "insecure: true, certData: aGVsbG8=",
                "certFile: /there/is/none",
            })
    void halfAnIdentityIsNoneAndNoMistake(String tls) {
        assertThat(Yaml.read("extenders: [{tlsConfig: {%s}}]".formatted(tls)).extenders())
                .hasSize(1);
    }

    @Test
    void keysAreNotPrinted() {
        var tls = new ExtenderSpec.Tls(false, "", "", "", "", "cert", "secret", "");

        assertThat(tls).asString().contains("certData=cert, keyData=<redacted>");
        assertThat(ExtenderSpec.Tls.NONE).asString().contains("keyData=, ");
    }

    @Test
    void whatExtendersCountIsIgnoredInEveryProfile() {
        Json.Obj written =
                Yaml.read(
                                """
                                profiles:
                                - schedulerName: a
                                  pluginConfig: [{name: NodeResourcesFit, args: {ignoredResources: [x.y/z]}}]
                                - schedulerName: b
                                extenders:
                                - managedResources: [{name: e.com/a, ignoredByScheduler: true}, {name: e.com/b}]
                                - managedResources: [{name: e.com/c, ignoredByScheduler: true}]
                                """)
                        .written();

        for (String profile : List.of("0", "1")) {
            assertThat(written.at("profiles", profile, "pluginConfig", "5", "name"))
                    .isEqualTo(Optional.of(Json.of("NodeResourcesFit")));
            assertThat(
                            written.at(
                                    "profiles",
                                    profile,
                                    "pluginConfig",
                                    "5",
                                    "args",
                                    "ignoredResources"))
                    .isEqualTo(Optional.of(Json.arr(Json.of("e.com/a"), Json.of("e.com/c"))));
        }
    }

    record Wrong(String extender, String problem) {
        @Override
        public String toString() {
            return extender;
        }
    }

    static final List<Wrong> WRONGS =
            List.of(
                    new Wrong(
                            "{prioritizeVerb: p}",
                            "extenders[0].weight: Invalid value: 0: must have a positive weight"
                                    + " applied to it"),
                    new Wrong(
                            "{managedResources: [{name: cpu}]}",
                            "extenders[0].managedResources[0].name: Invalid value: \"cpu\": is an"
                                    + " invalid extended resource name"),
                    new Wrong(
                            "{managedResources: [{name: e.com/a}]}, {managedResources: [{name:"
                                    + " e.com/a}]}",
                            "extenders[1].managedResources[0].name: Invalid value: \"e.com/a\":"
                                    + " duplicate extender managed resource name"),
                    new Wrong(
                            "{bindVerb: a}, {bindVerb: b}",
                            "extenders: Invalid value: \"found 2 extenders implementing bind\":"
                                    + " only one extender can implement bind"),
                    new Wrong(
                            "{tlsConfig: {caData: '%%'}}",
                            "extenders[0].tlsConfig.caData: illegal base64 data"),
                    new Wrong(
                            "{tlsConfig: {certData: 'aGVs bG8='}}",
                            "extenders[0].tlsConfig.certData: illegal base64 data"),
                    new Wrong(
                            "{tlsConfig: {certData: aGVsbG8}}",
                            "extenders[0].tlsConfig.certData: illegal base64 data"),
                    new Wrong(
                            "{tlsConfig: {insecure: true, certFile: /there/is/none}}",
                            "couldn't build extenders: open /there/is/none: no such file or"
                                    + " directory"),
                    new Wrong(
                            "{tlsConfig: {caData: aGVsbG8=}}",
                            "couldn't build extenders: unable to load root certificates: unable to"
                                    + " parse bytes as PEM block"),
                    new Wrong(
                            "{tlsConfig: {insecure: true, caFile: a}}",
                            "couldn't build extenders: specifying a root certificates file with the"
                                    + " insecure flag is not allowed"),
                    new Wrong(
                            "{tlsConfig: {caFile: /there/is/none}}",
                            "couldn't build extenders: open /there/is/none: no such file or"
                                    + " directory"));

    @ParameterizedTest
    @FieldSource("WRONGS")
    void problemsContainPathAndValue(Wrong each) {
        assertThatThrownBy(() -> Yaml.read("extenders: [%s]".formatted(each.extender())))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage(each.problem());
    }

    @Test
    void aManagedResourceIgnoredByTheSchedulerNeedsAnExtender() {
        assertThatThrownBy(() ->
                        Yaml.read(
                                """
                                profiles: [{plugins: {multiPoint: {disabled: [{name: NodeResourcesFit}]}}}]
                                extenders: [{managedResources: [{name: e.com/a, ignoredByScheduler: true}]}]
                                """))
                .hasMessage(
                        "couldn't build extenders: can't find NodeResourcesFitArgs in plugin"
                                + " config");
    }
}

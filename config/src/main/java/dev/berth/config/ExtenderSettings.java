package dev.berth.config;

import dev.berth.engine.port.ExtenderSpec;
import dev.berth.model.GoDuration;
import dev.berth.model.LabelSyntax;
import dev.berth.model.ResourceNames;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;
import dev.berth.model.json.ObjBuilder;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Validates extenders and converts them for the engine.
final class ExtenderSettings {
    private static final JsonPath PATH = JsonPath.ROOT.field("extenders");

    private final List<Document.Extender> extenders;

    ExtenderSettings(Document document) {
        this.extenders = document.extenders().stream().map(ExtenderSettings::tidied).toList();
    }

    /// The extender with its data in kube-scheduler's form: empty data becomes absent.
    private static Document.Extender tidied(Document.Extender given) {
        return new Document.Extender(
                given.urlPrefix(),
                given.filterVerb(),
                given.preemptVerb(),
                given.prioritizeVerb(),
                given.weight(),
                given.bindVerb(),
                given.enableHTTPS(),
                given.tlsConfig().map(ExtenderSettings::tidied),
                given.httpTimeout(),
                given.nodeCacheCapable(),
                given.managedResources(),
                given.ignorable());
    }

    private static Document.TlsConfig tidied(Document.TlsConfig given) {
        return new Document.TlsConfig(
                given.insecure(),
                given.serverName(),
                given.certFile(),
                given.keyFile(),
                given.caFile(),
                tidied(given.certData()),
                tidied(given.keyData()),
                tidied(given.caData()));
    }

    private static String tidied(String base64) {
        try {
            return Base64.getEncoder().encodeToString(bytes(base64));
        } catch (IllegalArgumentException toReport) {
            return base64;
        }
    }

    /// Ignorable extenders are last.
    List<ExtenderSpec> specs() {
        return extenders.stream()
                .map(ExtenderSettings::spec)
                .sorted(Comparator.comparing(ExtenderSpec::ignorable))
                .toList();
    }

    /// The resources that extenders manage and that the scheduler ignores.
    List<String> ignoredResources() {
        return extenders.stream()
                .flatMap(extender -> extender.managedResources().stream())
                .filter(Document.ManagedResource::ignoredByScheduler)
                .map(Document.ManagedResource::name)
                .toList();
    }

    void check(ConfigurationProblems findings) {
        Set<String> managed = new HashSet<>();
        for (int i = 0; i < extenders.size(); i++) {
            Document.Extender extender = extenders.get(i);
            JsonPath at = PATH.element(i);
            if (!extender.prioritizeVerb().isEmpty() && extender.weight() <= 0) {
                findings.invalid(
                        at.field("weight"),
                        extender.weight(),
                        "must have a positive weight applied to it");
            }
            for (int j = 0; j < extender.managedResources().size(); j++) {
                String name = extender.managedResources().get(j).name();
                JsonPath where = at.field("managedResources").element(j).field("name");
                checkName(name, where, findings);
                if (!managed.add(name)) {
                    findings.invalid(where, name, "duplicate extender managed resource name");
                }
            }
            extender.tlsConfig()
                    .ifPresent(tls -> checkTls(extender, tls, at.field("tlsConfig"), findings));
        }
        long binders = extenders.stream().filter(each -> !each.bindVerb().isEmpty()).count();
        if (binders > 1) {
            findings.invalid(
                    PATH,
                    "found " + binders + " extenders implementing bind",
                    "only one extender can implement bind");
        }
    }

    private static void checkName(String name, JsonPath at, ConfigurationProblems findings) {
        List<String> problems = LabelSyntax.ofKey(name);
        problems.forEach(problem -> findings.invalid(at, name, problem));
        if (problems.isEmpty() && !ResourceNames.extended(name)) {
            findings.invalid(at, name, "is an invalid extended resource name");
        }
    }

    private static void checkTls(
            Document.Extender extender,
            Document.TlsConfig tls,
            JsonPath at,
            ConfigurationProblems findings) {
        boolean readable = true;
        readable &= checkData("certData", tls.certData(), at, findings);
        readable &= checkData("keyData", tls.keyData(), at, findings);
        readable &= checkData("caData", tls.caData(), at, findings);
        if (!readable) {
            return;
        }
        boolean authority = hasAuthority(tls);
        boolean insecure = tls.insecure() || extender.enableHTTPS() && !authority;
        // Parity: a certificate without a key, or a key without a certificate, is ignored without
        // an error.
        boolean identity =
                !(tls.certFile() + tls.certData()).isEmpty()
                        && !(tls.keyFile() + tls.keyData()).isEmpty();
        if (authority && insecure) {
            unusable(
                    at,
                    "specifying a root certificates file with the insecure flag is not allowed",
                    findings);
        } else if (authority || insecure || identity || !tls.serverName().isEmpty()) {
            checkFile("caFile", tls.caFile(), tls.caData(), at, findings);
            checkFile("certFile", tls.certFile(), tls.certData(), at, findings);
            checkFile("keyFile", tls.keyFile(), tls.keyData(), at, findings);
            if (!tls.caData().isEmpty() && !text(tls.caData()).contains("-----BEGIN")) {
                unusable(
                        at.field("caData"),
                        "unable to load root certificates: unable to parse bytes as PEM block",
                        findings);
            }
        }
    }

    private static boolean checkData(
            String field, String data, JsonPath at, ConfigurationProblems findings) {
        try {
            text(data);
            return true;
        } catch (IllegalArgumentException notBase64) {
            findings.malformed(at.field(field), at.field(field) + ": illegal base64 data");
            return false;
        }
    }

    private static void checkFile(
            String field, String file, String data, JsonPath at, ConfigurationProblems findings) {
        if (data.isEmpty() && !file.isEmpty() && !isThere(file)) {
            unusable(at.field(field), "open " + file + ": no such file or directory", findings);
        }
    }

    private static boolean isThere(String file) {
        try {
            return Files.exists(Path.of(file));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static void unusable(JsonPath at, String problem, ConfigurationProblems findings) {
        findings.add(at, "couldn't build extenders: " + problem);
    }

    private static boolean hasAuthority(Document.TlsConfig tls) {
        return !tls.caFile().isEmpty() || !tls.caData().isEmpty();
    }

    private static String text(String base64) {
        return new String(bytes(base64), StandardCharsets.UTF_8);
    }

    // Parity: Go's base64 decoder ignores line breaks and requires the padding.
    private static byte[] bytes(String base64) {
        String line = base64.replace("\r", "").replace("\n", "");
        if (line.length() % 4 != 0) {
            throw new IllegalArgumentException("padding is missing");
        }
        return Base64.getDecoder().decode(line);
    }

    private static ExtenderSpec spec(Document.Extender given) {
        return new ExtenderSpec(
                given.urlPrefix(),
                given.filterVerb(),
                given.prioritizeVerb(),
                given.bindVerb(),
                given.preemptVerb(),
                given.weight(),
                tls(given),
                timeout(given),
                given.nodeCacheCapable(),
                given.managedResources().stream()
                        .map(each ->
                                new ExtenderSpec.ManagedResource(
                                        each.name(), each.ignoredByScheduler()))
                        .toList(),
                given.ignorable());
    }

    private static Duration timeout(Document.Extender given) {
        return given.httpTimeout().isZero() ? ExtenderSpec.DEFAULT_TIMEOUT : given.httpTimeout();
    }

    private static ExtenderSpec.Tls tls(Document.Extender given) {
        Optional<Document.TlsConfig> tls = given.tlsConfig();
        // Parity: without a CA, the certificate of the extender is not verified.
        boolean insecure =
                given.enableHTTPS() && tls.filter(ExtenderSettings::hasAuthority).isEmpty()
                        || tls.isPresent() && tls.get().insecure();
        return tls.map(each ->
                        new ExtenderSpec.Tls(
                                insecure,
                                each.serverName(),
                                each.certFile(),
                                each.keyFile(),
                                each.caFile(),
                                text(each.certData()),
                                text(each.keyData()),
                                text(each.caData())))
                .orElse(new ExtenderSpec.Tls(insecure, "", "", "", "", "", "", ""));
    }

    /// The extenders as JSON, with their defaults.
    Json.Arr json() {
        var written = new ArrayList<Json>();
        for (Document.Extender each : extenders) {
            var out = Json.Obj.builder();
            out.putUnlessEmpty("bindVerb", each.bindVerb());
            put(out, "enableHTTPS", each.enableHTTPS());
            out.putUnlessEmpty("filterVerb", each.filterVerb());
            out.put("httpTimeout", GoDuration.text(timeout(each)));
            put(out, "ignorable", each.ignorable());
            out.putUnlessEmpty("managedResources", resources(each.managedResources()));
            put(out, "nodeCacheCapable", each.nodeCacheCapable());
            out.putUnlessEmpty("preemptVerb", each.preemptVerb());
            out.putUnlessEmpty("prioritizeVerb", each.prioritizeVerb());
            each.tlsConfig().ifPresent(tls -> out.put("tlsConfig", tls(tls)));
            out.put("urlPrefix", each.urlPrefix());
            if (each.weight() != 0) {
                out.put("weight", each.weight());
            }
            written.add(out.build());
        }
        return new Json.Arr(written);
    }

    private static Json.Arr resources(List<Document.ManagedResource> resources) {
        var written = new ArrayList<Json>();
        for (Document.ManagedResource each : resources) {
            var out = Json.Obj.builder();
            put(out, "ignoredByScheduler", each.ignoredByScheduler());
            written.add(out.put("name", each.name()).build());
        }
        return new Json.Arr(written);
    }

    private static Json.Obj tls(Document.TlsConfig tls) {
        var out = Json.Obj.builder();
        out.putUnlessEmpty("caData", tls.caData());
        out.putUnlessEmpty("caFile", tls.caFile());
        out.putUnlessEmpty("certData", tls.certData());
        out.putUnlessEmpty("certFile", tls.certFile());
        put(out, "insecure", tls.insecure());
        out.putUnlessEmpty("keyData", tls.keyData());
        out.putUnlessEmpty("keyFile", tls.keyFile());
        out.putUnlessEmpty("serverName", tls.serverName());
        return out.build();
    }

    private static void put(ObjBuilder out, String name, boolean flag) {
        if (flag) {
            out.put(name, true);
        }
    }
}

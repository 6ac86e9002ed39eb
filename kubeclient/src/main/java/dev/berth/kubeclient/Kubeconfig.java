package dev.berth.kubeclient;

import dev.berth.kubeclient.http.ServerAddress;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Manifests;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Reads kubeconfig files. client-go: `clientcmd`.
public final class Kubeconfig {
    private static final List<String> EXEC_VERSIONS =
            List.of("client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1");

    private final List<Part> parts;
    private final String wanted;
    private final Map<String, String> environment;

    private Kubeconfig(List<Part> parts, String wanted, Map<String, String> environment) {
        this.parts = parts;
        this.wanted = wanted;
        this.environment = environment;
    }

    /// One of the files.
    private record Part(String file, Path folder, Fields root) {
        static Part of(String file, Fields root) {
            Path parent = Path.of(file).toAbsolutePath().getParent();
            return new Part(file, parent == null ? Path.of("/") : parent, root);
        }

        /// Resolves a file name relative to the folder of this file.
        String path(String name) {
            return name.isEmpty() ? "" : folder.resolve(name).toString();
        }

        IllegalArgumentException wrong(String problem) {
            return new IllegalArgumentException("kubeconfig %s: %s".formatted(file, problem));
        }
    }

    /// A context, cluster or user, and the file that contains it.
    private record Entry(Fields fields, Part part) {}

    /// Returns the access of the current context of a file.
    ///
    /// @param master overrides the server of the file; empty to use the file's
    /// @param environment the environment of the process, for proxies
    /// @throws IllegalArgumentException with the file and the field if the file is invalid
    public static Access read(String file, String master, Map<String, String> environment) {
        return open(List.of(file), "", environment).access(master);
    }

    /// Merges several files. If two files have an entry with the same name, the first one takes
    /// precedence.
    ///
    /// @param context overrides the current context; empty to use the files'
    /// @throws IllegalArgumentException with the file and the field if a file is invalid
    public static Kubeconfig open(
            List<String> files, String context, Map<String, String> environment) {
        var parts = new ArrayList<Part>();
        for (String file : files) {
            try {
                Json document = Manifests.readFirst(file, InputStream.nullInputStream()).json();
                Json.Obj object = document instanceof Json.Obj given ? given : Json.Obj.EMPTY;
                parts.add(Part.of(file, Fields.of(object)));
            } catch (ManifestException e) {
                // The message already begins with the file.
                throw new IllegalArgumentException("kubeconfig " + e.getMessage(), e);
            }
        }
        return new Kubeconfig(parts, context, environment);
    }

    /// Returns the access of the context.
    ///
    /// @throws IllegalArgumentException with the file and the field if a file is invalid
    public Access access() {
        return access("");
    }

    /// Returns the namespace of the context; empty if it has none.
    ///
    /// @throws IllegalArgumentException with the file and the field if a file is invalid
    public String namespace() {
        String context = context();
        return context.isEmpty()
                ? ""
                : checked(() -> named("contexts", "context", context).fields.text("namespace", ""));
    }

    /// Returns the access to a server without authentication.
    public static Access plain(String server, Map<String, String> environment) {
        ServerAddress direct = ServerAddress.of(server, false, Optional.empty());
        return new Access(
                ServerAddress.of(server, false, Proxies.of(environment, direct)),
                CredentialSource.none("certificate-authority"),
                "",
                false,
                CredentialSource.none("client-certificate"),
                CredentialSource.none("client-key"),
                new Access.Identity.None(),
                List.of());
    }

    private String context() {
        return wanted.isEmpty()
                ? parts.stream()
                        .map(part -> checked(() -> part.root.text("current-context", "")))
                        .filter(name -> !name.isEmpty())
                        .findFirst()
                        .orElse("")
                : wanted;
    }

    private <T> T checked(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (DecodeException e) {
            throw wrong(String.valueOf(e.getMessage()), e);
        }
    }

    private Access access(String master) {
        return checked(() -> accessOf(context(), master));
    }

    private Access accessOf(String current, String master) {
        if (current.isEmpty() && master.isEmpty()) {
            throw wrong("current-context is not set", null);
        }
        Fields context = entry("contexts", "context", current).fields;
        String clusterName = context.text("cluster", "");
        String userName = context.text("user", "");
        Entry cluster = entry("clusters", "cluster", clusterName);
        Entry user = entry("users", "user", userName);
        return accessOf(cluster, clusterName, user, userName, master);
    }

    private Access accessOf(
            Entry ofCluster, String clusterName, Entry ofUser, String userName, String master) {
        Fields cluster = ofCluster.fields;
        Fields user = ofUser.fields;
        String server = master.isEmpty() ? cluster.text("server", "") : master;
        if (server.isEmpty()) {
            throw ofCluster.part.wrong("cluster \"%s\" has no server".formatted(clusterName));
        }
        boolean insecure = cluster.bool("insecure-skip-tls-verify", false);
        CredentialSource authority =
                material(ofCluster, "certificate-authority-data", "certificate-authority");
        if (insecure && authority.given()) {
            throw ofCluster.part.wrong(
                    "cluster \"%s\" has a certificate-authority and insecure-skip-tls-verify; use only one of them"
                            .formatted(clusterName));
        }
        CredentialSource certificate =
                material(ofUser, "client-certificate-data", "client-certificate");
        CredentialSource key = material(ofUser, "client-key-data", "client-key");
        if (certificate.given() != key.given()) {
            throw ofUser.part.wrong(
                    "user \"%s\" needs both client-certificate and client-key, or neither"
                            .formatted(userName));
        }
        if (user.has("auth-provider")) {
            throw ofUser.part.wrong(
                    "user \"%s\" has an auth-provider, which is no longer supported; use exec"
                            .formatted(userName));
        }
        boolean secure = authority.given() || insecure || certificate.given();
        Optional<URI> given = proxy(ofCluster);
        ServerAddress endpoint = ServerAddress.of(server, secure, given);
        if (given.isEmpty()) {
            endpoint = ServerAddress.of(server, secure, Proxies.of(environment, endpoint));
        }
        return new Access(
                endpoint,
                authority,
                cluster.text("tls-server-name", ""),
                insecure,
                certificate,
                key,
                identity(ofUser, cluster, server),
                impersonation(user));
    }

    /// Returns an empty entry for an empty name.
    private Entry entry(String list, String what, String name) {
        return name.isEmpty()
                ? new Entry(Fields.of(Json.Obj.EMPTY), parts.getFirst())
                : named(list, what, name);
    }

    private Entry named(String list, String what, String name) {
        for (Part part : parts) {
            for (Fields entry : part.root.list(list, each -> each)) {
                if (entry.text("name", "").equals(name)) {
                    return new Entry(entry.object(what), part);
                }
            }
        }
        throw wrong("%s \"%s\" does not exist".formatted(what, name), null);
    }

    private static Optional<URI> proxy(Entry cluster) {
        String text = cluster.fields.text("proxy-url", "");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            URI proxy = URI.create(text);
            if (List.of("http", "https", "socks5").contains(String.valueOf(proxy.getScheme()))
                    && proxy.getHost() != null) {
                return Optional.of(proxy);
            }
        } catch (IllegalArgumentException noAddress) {
            // Reported below.
        }
        throw cluster.part.wrong(
                "proxy-url \"%s\" is not an http, https or socks5 URL".formatted(text));
    }

    private static Access.Identity identity(Entry ofUser, Fields cluster, String server) {
        Fields user = ofUser.fields;
        CredentialSource token =
                new CredentialSource(
                        "token",
                        user.text("tokenFile", "").isEmpty() ? user.text("token", "") : "",
                        ofUser.part.path(user.text("tokenFile", "")));
        if (token.given()) {
            return new Access.Identity.Bearer(token);
        }
        if (!user.text("username", "").isEmpty()) {
            return new Access.Identity.Basic(user.text("username", ""), user.text("password", ""));
        }
        return user.optional("exec", exec -> exec(exec, ofUser.part, cluster, server))
                .<Access.Identity>map(Access.Identity.Exec::new)
                .orElseGet(Access.Identity.None::new);
    }

    private static Access.ExecPlugin exec(Fields exec, Part part, Fields cluster, String server) {
        String command = exec.text("command", "");
        if (command.isEmpty()) {
            throw part.wrong("exec needs a command");
        }
        String version = exec.text("apiVersion", "");
        if (!EXEC_VERSIONS.contains(version)) {
            throw part.wrong(
                    "exec has apiVersion \"%s\"; it must be one of %s"
                            .formatted(version, String.join(", ", EXEC_VERSIONS)));
        }
        if (exec.text("interactiveMode", "").equals("Always")) {
            throw part.wrong("exec has interactiveMode Always, but no terminal is available");
        }
        var more = new LinkedHashMap<String, String>();
        exec.list("env", Fields::object)
                .forEach(each ->
                        more.put(
                                Fields.of(each).text("name", ""),
                                Fields.of(each).text("value", "")));
        Optional<Json.Obj> delivered =
                exec.bool("provideClusterInfo", false)
                        ? Optional.of(cluster.object().with("server", server))
                        : Optional.empty();
        return new Access.ExecPlugin(
                command,
                exec.texts("args"),
                more,
                version,
                exec.text("installHint", ""),
                part.folder.toString(),
                delivered);
    }

    private static List<Map.Entry<String, String>> impersonation(Fields user) {
        var headers = new ArrayList<Map.Entry<String, String>>();
        user.optionalText("as").ifPresent(name -> headers.add(Map.entry("Impersonate-User", name)));
        user.optionalText("as-uid")
                .ifPresent(uid -> headers.add(Map.entry("Impersonate-Uid", uid)));
        user.texts("as-groups")
                .forEach(group -> headers.add(Map.entry("Impersonate-Group", group)));
        user.optionalObject("as-user-extra").ifPresent(extra -> extra(extra, headers));
        return headers;
    }

    // Parity: headerKeyEscape percent-encodes characters that a header name cannot contain.
    private static void extra(Fields extra, List<Map.Entry<String, String>> headers) {
        for (String key : extra.object().fields().keySet()) {
            String header = "Impersonate-Extra-" + ApiPath.encoded(key);
            extra.texts(key).forEach(value -> headers.add(Map.entry(header, value)));
        }
    }

    private static CredentialSource material(Entry in, String data, String fileField) {
        try {
            return CredentialSource.of(
                    fileField,
                    in.fields.text(data, ""),
                    in.part.path(in.fields.text(fileField, "")));
        } catch (IllegalArgumentException e) {
            throw in.part.wrong(
                    "%s is not base64; use the output of `base64 -w0 FILE`".formatted(data));
        }
    }

    private IllegalArgumentException wrong(String problem, @Nullable Exception cause) {
        String files = parts.stream().map(Part::file).collect(Collectors.joining(", "));
        return new IllegalArgumentException("kubeconfig %s: %s".formatted(files, problem), cause);
    }
}

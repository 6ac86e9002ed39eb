package dev.berth.kube.client;

import dev.berth.kube.http.Endpoint;
import dev.berth.manifest.ManifestException;
import dev.berth.manifest.Manifests;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;

import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Reads files that say how clusters are reached.
public final class Kubeconfig {
    private static final List<String> EXEC_VERSIONS =
            List.of("client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1");

    private final String file;
    private final Path folder;
    private final Fields root;
    private final Map<String, String> environment;

    private Kubeconfig(String file, Fields root, Map<String, String> environment) {
        this.file = file;
        Path parent = Path.of(file).toAbsolutePath().getParent();
        this.folder = parent == null ? Path.of("/") : parent;
        this.root = root;
        this.environment = environment;
    }

    /// The access the file's current context gives.
    ///
    /// @param master another address than the file's; empty for that
    /// @param environment of the process, for proxies
    /// @throws IllegalArgumentException with the file and the field if something is wrong
    public static Access read(String file, String master, Map<String, String> environment) {
        try {
            Json document = Manifests.readFirst(file, InputStream.nullInputStream()).json();
            Json.Obj object = document instanceof Json.Obj given ? given : Json.Obj.EMPTY;
            return new Kubeconfig(file, Fields.of(object), environment).access(master);
        } catch (ManifestException e) {
            // It begins with the file already.
            throw new IllegalArgumentException("kubeconfig " + e.getMessage(), e);
        } catch (DecodeException e) {
            throw new IllegalArgumentException(
                    "kubeconfig %s: %s".formatted(file, e.getMessage()), e);
        }
    }

    /// A server that asks nobody who they are.
    public static Access plain(String server, Map<String, String> environment) {
        Endpoint direct = Endpoint.of(server, false, Optional.empty());
        return new Access(
                Endpoint.of(server, false, Proxies.of(environment, direct)),
                Material.none("certificate-authority"),
                "",
                false,
                Material.none("client-certificate"),
                Material.none("client-key"),
                new Access.Identity.None(),
                List.of());
    }

    private Access access(String master) {
        String current = root.text("current-context", "");
        if (current.isEmpty() && master.isEmpty()) {
            throw wrong("it names no current-context");
        }
        Fields context =
                current.isEmpty()
                        ? Fields.of(Json.Obj.EMPTY)
                        : named("contexts", "context", current);
        String clusterName = context.text("cluster", "");
        String userName = context.text("user", "");
        Fields cluster =
                clusterName.isEmpty()
                        ? Fields.of(Json.Obj.EMPTY)
                        : named("clusters", "cluster", clusterName);
        Fields user =
                userName.isEmpty() ? Fields.of(Json.Obj.EMPTY) : named("users", "user", userName);
        String server = master.isEmpty() ? cluster.text("server", "") : master;
        if (server.isEmpty()) {
            throw wrong("cluster \"%s\" has no server".formatted(clusterName));
        }
        boolean insecure = cluster.bool("insecure-skip-tls-verify", false);
        Material authority =
                material(cluster, "certificate-authority-data", "certificate-authority");
        if (insecure && authority.given()) {
            throw wrong(
                    "cluster \"%s\" has a certificate-authority and insecure-skip-tls-verify; only one of them can be meant"
                            .formatted(clusterName));
        }
        Material certificate = material(user, "client-certificate-data", "client-certificate");
        Material key = material(user, "client-key-data", "client-key");
        if (certificate.given() != key.given()) {
            throw wrong(
                    "user \"%s\" needs both client-certificate and client-key, or neither"
                            .formatted(userName));
        }
        if (user.has("auth-provider")) {
            throw wrong(
                    "user \"%s\" has an auth-provider, which no longer exists; use exec"
                            .formatted(userName));
        }
        boolean secure = authority.given() || insecure || certificate.given();
        Optional<URI> given = proxy(cluster);
        Endpoint endpoint = Endpoint.of(server, secure, given);
        if (given.isEmpty()) {
            endpoint = Endpoint.of(server, secure, Proxies.of(environment, endpoint));
        }
        return new Access(
                endpoint,
                authority,
                cluster.text("tls-server-name", ""),
                insecure,
                certificate,
                key,
                identity(user, cluster, server),
                impersonation(user));
    }

    private Fields named(String list, String what, String name) {
        Predicate<Fields> wanted = entry -> entry.text("name", "").equals(name);
        return root.list(list, entry -> entry).stream()
                .filter(wanted)
                .findFirst()
                .orElseThrow(() -> wrong("%s \"%s\" does not exist".formatted(what, name)))
                .object(what);
    }

    private Optional<URI> proxy(Fields cluster) {
        String text = cluster.text("proxy-url", "");
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
            // Told below.
        }
        throw wrong("proxy-url \"%s\" is not an address of http, https or socks5".formatted(text));
    }

    private Access.Identity identity(Fields user, Fields cluster, String server) {
        Material token =
                new Material(
                        "token",
                        user.text("tokenFile", "").isEmpty() ? user.text("token", "") : "",
                        path(user.text("tokenFile", "")));
        if (token.given()) {
            return new Access.Identity.Bearer(token);
        }
        if (!user.text("username", "").isEmpty()) {
            return new Access.Identity.Basic(user.text("username", ""), user.text("password", ""));
        }
        return user.optional("exec", exec -> exec(exec, cluster, server))
                .<Access.Identity>map(Access.Identity.Exec::new)
                .orElseGet(Access.Identity.None::new);
    }

    private Access.ExecPlugin exec(Fields exec, Fields cluster, String server) {
        String command = exec.text("command", "");
        if (command.isEmpty()) {
            throw wrong("exec needs a command");
        }
        String version = exec.text("apiVersion", "");
        if (!EXEC_VERSIONS.contains(version)) {
            throw wrong(
                    "exec has apiVersion \"%s\"; it must be one of %s"
                            .formatted(version, String.join(", ", EXEC_VERSIONS)));
        }
        if (exec.text("interactiveMode", "").equals("Always")) {
            throw wrong("exec wants interactiveMode Always, but nobody is there to be asked");
        }
        var more = new LinkedHashMap<String, String>();
        exec.list("env", Fields::object)
                .forEach(each ->
                        more.put(
                                Fields.of(each).text("name", ""),
                                Fields.of(each).text("value", "")));
        Optional<Json.Obj> told =
                exec.bool("provideClusterInfo", false)
                        ? Optional.of(cluster.object().with("server", server))
                        : Optional.empty();
        return new Access.ExecPlugin(
                command,
                exec.texts("args"),
                more,
                version,
                exec.text("installHint", ""),
                folder.toString(),
                told);
    }

    private static List<Map.Entry<String, String>> impersonation(Fields user) {
        var headers = new ArrayList<Map.Entry<String, String>>();
        user.optionalText("as").ifPresent(who -> headers.add(Map.entry("Impersonate-User", who)));
        user.optionalText("as-uid")
                .ifPresent(uid -> headers.add(Map.entry("Impersonate-Uid", uid)));
        user.texts("as-groups")
                .forEach(group -> headers.add(Map.entry("Impersonate-Group", group)));
        user.optionalObject("as-user-extra").ifPresent(extra -> extra(extra, headers));
        return headers;
    }

    // Parity: a name that is no name of a header is written like a part of an address.
    private static void extra(Fields extra, List<Map.Entry<String, String>> headers) {
        for (String key : extra.object().fields().keySet()) {
            String header = "Impersonate-Extra-" + ApiPath.encoded(key);
            extra.texts(key).forEach(value -> headers.add(Map.entry(header, value)));
        }
    }

    private Material material(Fields in, String data, String fileField) {
        try {
            return Material.of(fileField, in.text(data, ""), path(in.text(fileField, "")));
        } catch (IllegalArgumentException e) {
            throw wrong("%s is not base64; it holds what `base64 -w0 FILE` prints".formatted(data));
        }
    }

    /// Files are named as seen from the folder of this one.
    private String path(String name) {
        return name.isEmpty() ? "" : folder.resolve(name).toString();
    }

    private IllegalArgumentException wrong(String problem) {
        return new IllegalArgumentException("kubeconfig %s: %s".formatted(file, problem));
    }
}

package dev.berth.app.client;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// How pods are named: by namespace and name, or by name in the namespace of the context.
public final class PodOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = {"-n", "--namespace"},
            paramLabel = "NS",
            description =
                    "the namespace of the pod, if it is named without (default: that of the"
                            + " context, else default)")
    private String namespace = "";

    /// @param namespace empty for none
    public record Key(String namespace, String name) {}

    public Key key(String pod, AskOptions asking) {
        String[] parts = pod.split("/", -1);
        boolean whole = parts.length == 2;
        if (parts.length > 2 || parts[0].isEmpty() || whole && parts[1].isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'%s' names no pod; write NAMESPACE/NAME, or NAME with -n NAMESPACE"
                            .formatted(pod));
        }
        if (!whole) {
            return new Key(namespace.isEmpty() ? asking.namespace() : namespace, parts[0]);
        }
        if (!namespace.isEmpty() && !namespace.equals(parts[0])) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'%s' is not in the namespace %s; leave -n away".formatted(pod, namespace));
        }
        return new Key(parts[0], parts[1]);
    }
}

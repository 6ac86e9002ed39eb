package dev.berth.model;

import java.util.regex.Pattern;

/// Which resource names the scheduler counts.
public final class ResourceNames {
    private static final String NATIVE_PREFIX = "kubernetes.io/";
    private static final String QUOTA_PREFIX = "requests.";
    private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern DOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

    private ResourceNames() {}

    /// Counted one by one, beside cpu, memory and ephemeral storage.
    public static boolean scalar(String name) {
        return extended(name)
                || name.startsWith("hugepages-")
                || name.contains(NATIVE_PREFIX)
                || name.startsWith("attachable-volumes-");
    }

    /// Offered by a device plugin or an operator, such as `nvidia.com/gpu`.
    public static boolean extended(String name) {
        return name.indexOf('/') >= 0
                && !name.contains(NATIVE_PREFIX)
                && !name.startsWith(QUOTA_PREFIX)
                && qualified(QUOTA_PREFIX + name);
    }

    /// An optional DNS domain and a slash, then a name of at most 63 characters.
    public static boolean qualified(String name) {
        String[] parts = name.split("/", -1);
        if (parts.length > 2) {
            return false;
        }
        if (parts.length == 2
                && (parts[0].isEmpty()
                        || parts[0].length() > 253
                        || !DOMAIN.matcher(parts[0]).matches())) {
            return false;
        }
        String last = parts[parts.length - 1];
        return !last.isEmpty() && last.length() <= 63 && NAME.matcher(last).matches();
    }
}

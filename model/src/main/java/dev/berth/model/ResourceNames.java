package dev.berth.model;

/// Classifies resource names.
public final class ResourceNames {
    private static final String NATIVE_PREFIX = "kubernetes.io/";
    private static final String QUOTA_PREFIX = "requests.";

    private ResourceNames() {}

    /// Whether the scheduler counts the resource as a scalar, besides CPU, memory and ephemeral
    /// storage (kube-scheduler: `IsScalarResourceName`).
    public static boolean scalar(String name) {
        return extended(name)
                || name.startsWith("hugepages-")
                || name.contains(NATIVE_PREFIX)
                || name.startsWith("attachable-volumes-");
    }

    /// Whether this is an extended resource, such as `nvidia.com/gpu` (kube-scheduler:
    /// `IsExtendedResourceName`).
    public static boolean extended(String name) {
        return name.indexOf('/') >= 0
                && !name.contains(NATIVE_PREFIX)
                && !name.startsWith(QUOTA_PREFIX)
                && qualified(QUOTA_PREFIX + name);
    }

    /// Whether this is a qualified name: an optional DNS subdomain and a slash, and a name of at
    /// most 63 characters.
    public static boolean qualified(String name) {
        int slash = name.indexOf('/');
        return (slash < 0 || slash <= 253 && domain(name, slash))
                && name.length() - slash - 1 <= 63
                && simple(name, slash + 1);
    }

    /// DNS labels of lower case letters, digits and inner dashes, separated by dots.
    private static boolean domain(String text, int end) {
        boolean inside = false;
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            boolean letter = c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
            if (!letter && !(inside && (c == '-' || c == '.' && text.charAt(i - 1) != '-'))) {
                return false;
            }
            inside = c != '.';
        }
        return inside && text.charAt(end - 1) != '-';
    }

    /// Letters and digits, with dashes, underscores and dots inside.
    private static boolean simple(String text, int start) {
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            boolean end = i == start || i == text.length() - 1;
            if (!letter && (end || c != '-' && c != '_' && c != '.')) {
                return false;
            }
        }
        return start < text.length();
    }
}

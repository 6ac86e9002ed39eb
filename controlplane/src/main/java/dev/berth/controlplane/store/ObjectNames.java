package dev.berth.controlplane.store;

/// The valid names of objects: lower-case DNS subdomains, in which colons are also allowed, as in
/// the names of roles.
final class ObjectNames {
    private static final int MAX_LENGTH = 253;

    private static final String TOO_LONG = "must be no more than " + MAX_LENGTH + " bytes";
    private static final String MALFORMED =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-'"
                    + " or '.', and must start and end with an alphanumeric character (e.g."
                    + " 'example.com', regex used for validation is"
                    + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

    private ObjectNames() {}

    static boolean valid(String name) {
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean inner = i > 0 && i < name.length() - 1;
            boolean alphanumeric = c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
            if (!alphanumeric && !(inner && (c == '-' || c == '.' || c == ':'))) {
                return false;
            }
        }
        return true;
    }

    static String complaint(String field, String name) {
        return field
                + ": Invalid value: \""
                + name
                + "\": "
                + (name.length() > MAX_LENGTH ? TOO_LONG : MALFORMED);
    }
}

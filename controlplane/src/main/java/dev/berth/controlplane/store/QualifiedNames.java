package dev.berth.controlplane.store;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// How keys and values of labels are written, and other names of the form `prefix/name`.
final class QualifiedNames {
    private static final int MAX_LENGTH = 63;
    private static final String FORM = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
    private static final Pattern NAME = Pattern.compile(FORM);
    private static final String CHARACTERS =
            "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
                    + " alphanumeric character";
    private static final String NAME_COMPLAINT =
            "must "
                    + CHARACTERS
                    + " (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is"
                    + " '"
                    + FORM
                    + "')";

    private QualifiedNames() {}

    /// What is wrong with a key; nothing if it is fine.
    static List<String> key(String key) {
        int slash = key.indexOf('/');
        if (slash != key.lastIndexOf('/')) {
            return List.of(
                    "a valid label key "
                            + NAME_COMPLAINT
                            + " with an optional DNS subdomain prefix and '/' (e.g."
                            + " 'example.com/MyName')");
        }
        var complaints = new ArrayList<String>();
        if (slash >= 0) {
            String prefix = ObjectNames.subdomainComplaint(key.substring(0, slash));
            if (!prefix.isEmpty()) {
                complaints.add("prefix part " + prefix);
            }
        }
        String name = key.substring(slash + 1);
        if (name.isEmpty()) {
            complaints.add("name part must be non-empty");
        }
        if (name.length() > MAX_LENGTH) {
            complaints.add("name part must be no more than " + MAX_LENGTH + " bytes");
        }
        if (!NAME.matcher(name).matches()) {
            complaints.add("name part " + NAME_COMPLAINT);
        }
        return complaints;
    }

    /// What is wrong with a value; nothing if it is fine.
    static List<String> value(String value) {
        var complaints = new ArrayList<String>();
        if (value.length() > MAX_LENGTH) {
            complaints.add("must be no more than " + MAX_LENGTH + " bytes");
        }
        if (!value.isEmpty() && !NAME.matcher(value).matches()) {
            complaints.add(
                    "a valid label must be an empty string or "
                            + CHARACTERS
                            + " (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for"
                            + " validation is '("
                            + FORM
                            + ")?')");
        }
        return complaints;
    }
}

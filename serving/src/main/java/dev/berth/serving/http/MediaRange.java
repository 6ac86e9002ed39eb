package dev.berth.serving.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A media range of an `Accept` header: `application/json;v=v1beta1;q=0.5`, `text/*`.
public record MediaRange(
        String type, String subtype, Map<String, String> parameters, double quality) {
    public MediaRange {
        parameters = Map.copyOf(parameters);
    }

    /// @param accept the value of the header
    public static List<MediaRange> preferred(String accept) {
        var ranges = new ArrayList<MediaRange>();
        for (String part : accept.split(",")) {
            String[] pieces = part.split(";");
            String[] type = pieces[0].strip().toLowerCase(Locale.ROOT).split("/", 2);
            var parameters = new HashMap<String, String>();
            double quality = 1;
            for (int i = 1; i < pieces.length; i++) {
                String[] pair = pieces[i].split("=", 2);
                if (pair.length == 2) {
                    String name = pair[0].strip();
                    String value = pair[1].strip();
                    if (name.equals("q")) {
                        quality = number(value);
                    } else {
                        parameters.put(name, value);
                    }
                }
            }
            if (!type[0].isEmpty()) {
                ranges.add(
                        new MediaRange(
                                type[0],
                                type.length > 1 ? type[1] : type[0].equals("*") ? "*" : "",
                                parameters,
                                quality));
            }
        }
        // Parity: goautoneg.ParseAccept orders specific types before wildcards of the same quality.
        ranges.sort(
                Comparator.comparingDouble(MediaRange::quality)
                        .reversed()
                        .thenComparingInt(MediaRange::stars));
        return ranges;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    private int stars() {
        return (type.equals("*") ? 1 : 0) + (subtype.equals("*") ? 1 : 0);
    }

    public boolean includes(String wantedType, String wantedSubtype) {
        return type.equals(wantedType) && (subtype.equals(wantedSubtype) || subtype.equals("*"))
                || type.equals("*") && subtype.equals("*");
    }

    public boolean namesAnObject() {
        return parameters.containsKey("as")
                || parameters.containsKey("g")
                || parameters.containsKey("v");
    }
}

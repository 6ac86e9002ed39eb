package dev.berth.expression;

import dev.berth.expression.ExpressionException.Kind;
import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.MapValue;
import dev.berth.expression.value.QuantityValue;
import dev.berth.expression.value.SemanticVersion;
import dev.berth.expression.value.SemanticVersion.InvalidException;
import dev.berth.expression.value.SemverValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.Value;
import dev.berth.model.device.DeviceAttribute;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The variable `device`.
final class DeviceConversion {
    private DeviceConversion() {}

    static Value toValue(DeviceInput device) throws ExpressionException {
        var attributes = new LinkedHashMap<String, Map<String, Value>>();
        for (var attribute : device.attributes().entrySet()) {
            put(attributes, device.driver(), attribute.getKey(), toValue(attribute));
        }
        var capacity = new LinkedHashMap<String, Map<String, Value>>();
        device.capacity()
                .forEach((name, amount) ->
                        put(capacity, device.driver(), name, new QuantityValue(amount, false)));
        var fields = new HashMap<String, Value>();
        fields.put("driver", new StringValue(device.driver()));
        fields.put("allowMultipleAllocations", BoolValue.of(device.allowMultipleAllocations()));
        fields.put("attributes", byDomain(attributes, false));
        fields.put("capacity", byDomain(capacity, true));
        return new MapValue.OfStrings(fields, false);
    }

    private static void put(
            Map<String, Map<String, Value>> domains, String driver, String name, Value value) {
        int slash = name.indexOf('/');
        String domain = slash < 0 ? driver : name.substring(0, slash);
        domains.computeIfAbsent(domain, any -> new LinkedHashMap<>())
                .put(name.substring(slash + 1), value);
    }

    private static MapValue byDomain(
            Map<String, Map<String, Value>> domains, boolean convertsKeys) {
        var values = new LinkedHashMap<String, Value>();
        domains.forEach((domain, entries) ->
                values.put(domain, new MapValue.OfStrings(entries, convertsKeys)));
        return new MapValue.ByDomain(values);
    }

    private static Value toValue(Map.Entry<String, DeviceAttribute> attribute)
            throws ExpressionException {
        try {
            return switch (attribute.getValue()) {
                case DeviceAttribute.OfInt number -> IntValue.of(number.value());
                case DeviceAttribute.OfBool bool -> BoolValue.of(bool.value());
                case DeviceAttribute.OfString text -> new StringValue(text.value());
                case DeviceAttribute.OfVersion version -> version(version.value());
                case DeviceAttribute.OfInts numbers ->
                        ListValue.of(numbers.values().stream().map(IntValue::of).toList());
                case DeviceAttribute.OfBools bools ->
                        ListValue.of(bools.values().stream().map(BoolValue::of).toList());
                case DeviceAttribute.OfStrings texts ->
                        ListValue.of(texts.values().stream().map(StringValue::new).toList());
                case DeviceAttribute.OfVersions versions -> versions(versions.values());
                case DeviceAttribute.Unsupported none ->
                        throw invalid(attribute.getKey(), "unsupported attribute value");
            };
        } catch (InvalidException invalid) {
            throw invalid(attribute.getKey(), "parse semantic version: " + invalid.getMessage());
        }
    }

    private static ExpressionException invalid(String attribute, String problem) {
        return new ExpressionException(Kind.CONVERSION, "attribute " + attribute + ": " + problem);
    }

    private static Value version(String text) throws InvalidException {
        return new SemverValue(SemanticVersion.parse(text));
    }

    private static Value versions(List<String> texts) throws InvalidException {
        var versions = new ArrayList<Value>();
        for (String text : texts) {
            versions.add(version(text));
        }
        return ListValue.of(versions);
    }
}

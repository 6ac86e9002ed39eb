package dev.berth.model;

import dev.berth.model.device.CounterSet;
import dev.berth.model.device.Device;
import dev.berth.model.device.DeviceAttribute;
import dev.berth.model.device.DeviceCapacity;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.device.DeviceTaint;
import dev.berth.model.device.DeviceTaintRule;
import dev.berth.model.device.ResourceSlice;
import dev.berth.model.device.ResourceSlice.NodeSelection;
import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Decodes resource slices, device classes and device taint rules.
final class SliceDecoder {
    private SliceDecoder() {}

    static ResourceSlice slice(Decoder decoder, Fields in) {
        Fields spec = in.object("spec");
        Fields pool = spec.object("pool");
        return new ResourceSlice(
                decoder.meta(in),
                spec.text("driver", ""),
                pool.text("name", ""),
                pool.longValue("generation", 0),
                pool.longValue("resourceSliceCount", 0),
                nodes(spec),
                DeviceDecoder.optionalBool(spec, "perDeviceNodeSelection"),
                spec.list("devices", SliceDecoder::device),
                spec.list("sharedCounters", counters -> counters(counters, "name")));
    }

    private static NodeSelection nodes(Fields in) {
        return new NodeSelection(
                in.optionalText("nodeName"),
                DeviceDecoder.nodeSelector(in),
                in.bool("allNodes", false));
    }

    private static Device device(Fields in) {
        return new Device(
                in.text("name", ""),
                map(in, "attributes", SliceDecoder::attribute),
                map(in, "capacity", SliceDecoder::capacity),
                in.list("consumesCounters", counters -> counters(counters, "counterSet")),
                nodes(in),
                in.list("taints", SliceDecoder::taint),
                in.bool("bindsToNode", false),
                DeviceDecoder.optionalTexts(in, "bindingConditions"),
                DeviceDecoder.optionalTexts(in, "bindingFailureConditions"),
                in.bool("allowMultipleAllocations", false));
    }

    private static CounterSet counters(Fields in, String name) {
        return new CounterSet(
                in.text(name, ""),
                map(
                        in,
                        "counters",
                        counter -> counter.optionalQuantity("value").orElse(Quantity.ZERO)),
                in.texts("compatibilityGroups").isEmpty());
    }

    private static <T> Map<String, T> map(Fields in, String field, Function<Fields, T> decoder) {
        Fields entries = in.object(field);
        var decoded = new LinkedHashMap<String, T>();
        for (String key : entries.object().fields().keySet()) {
            decoded.put(key, decoder.apply(entries.object(key)));
        }
        return Collections.unmodifiableMap(decoded);
    }

    private static DeviceAttribute attribute(Fields in) {
        if (in.has("string")) {
            return new DeviceAttribute.OfString(in.text("string"));
        }
        if (in.has("int")) {
            return new DeviceAttribute.OfInt(in.longValue("int"));
        }
        if (in.has("bool")) {
            return new DeviceAttribute.OfBool(in.bool("bool"));
        }
        if (in.has("version")) {
            return new DeviceAttribute.OfVersion(in.text("version"));
        }
        if (in.has("strings")) {
            return new DeviceAttribute.OfStrings(in.texts("strings"));
        }
        if (in.has("versions")) {
            return new DeviceAttribute.OfVersions(in.texts("versions"));
        }
        if (in.has("ints")) {
            return new DeviceAttribute.OfInts(longs(in));
        }
        if (in.has("bools")) {
            return new DeviceAttribute.OfBools(bools(in));
        }
        return new DeviceAttribute.Unsupported();
    }

    private static List<Long> longs(Fields in) {
        var values = new ArrayList<Long>();
        if (in.json("ints").orElseThrow() instanceof Json.Arr(List<Json> elements)) {
            for (Json element : elements) {
                values.add(Fields.of(Json.Obj.of("int", element)).longValue("int", 0));
            }
        }
        return values;
    }

    private static List<Boolean> bools(Fields in) {
        var values = new ArrayList<Boolean>();
        if (in.json("bools").orElseThrow() instanceof Json.Arr(List<Json> elements)) {
            for (Json element : elements) {
                values.add(Fields.of(Json.Obj.of("bool", element)).bool("bool", false));
            }
        }
        return values;
    }

    private static DeviceCapacity capacity(Fields in) {
        return new DeviceCapacity(
                in.optionalQuantity("value").orElse(Quantity.ZERO),
                in.optional(
                        "requestPolicy",
                        policy ->
                                new DeviceCapacity.Policy(
                                        policy.optionalQuantity("default"),
                                        quantities(policy),
                                        policy.optional("validRange", SliceDecoder::range))));
    }

    private static Optional<List<Quantity>> quantities(Fields policy) {
        if (!policy.has("validValues")) {
            return Optional.empty();
        }
        var values = new ArrayList<Quantity>();
        if (policy.json("validValues").orElseThrow() instanceof Json.Arr(List<Json> elements)) {
            for (Json element : elements) {
                values.add(Fields.of(Json.Obj.of("value", element)).quantity("value"));
            }
        }
        return Optional.of(values);
    }

    private static DeviceCapacity.Range range(Fields in) {
        return new DeviceCapacity.Range(
                in.optionalQuantity("min"),
                in.optionalQuantity("max"),
                in.optionalQuantity("step"));
    }

    private static DeviceTaint taint(Fields in) {
        return new DeviceTaint(
                in.text("key", ""),
                in.text("value", ""),
                in.text("effect", ""),
                in.optionalInstant("timeAdded"));
    }

    static DeviceClass deviceClass(Decoder decoder, Fields in) {
        Fields spec = in.object("spec");
        return new DeviceClass(
                decoder.meta(in),
                spec.list("selectors", DeviceDecoder::selector),
                spec.list("config", Fields::object),
                spec.optionalText("extendedResourceName"));
    }

    static DeviceTaintRule taintRule(Decoder decoder, Fields in) {
        Fields spec = in.object("spec");
        return new DeviceTaintRule(
                decoder.meta(in),
                spec.optional(
                        "deviceSelector",
                        selector ->
                                new DeviceTaintRule.Selector(
                                        selector.optionalText("driver"),
                                        selector.optionalText("pool"),
                                        selector.optionalText("device"))),
                taint(spec.object("taint")));
    }
}

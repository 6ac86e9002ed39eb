package dev.berth.expression.value;

import org.jspecify.annotations.Nullable;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/// A map.
public abstract class MapValue extends Value implements Capabilities.Sized, Capabilities.Container {

    public static MapValue of(Map<Value, Value> entries) {
        return new Entries(entries);
    }

    /// The value of a key, or null if there is none.
    public abstract @Nullable Value find(Value key);

    /// The keys. Their order is the one of their insertion, and unspecified in CEL.
    public abstract Iterable<Value> keys();

    /// The value that an iteration sees for a key.
    public Value valueOf(Value key) {
        Value value = stored(key);
        return value == null ? new ErrorValue("no such key: " + key.text()) : value;
    }

    /// Like [#find], without defaults.
    protected @Nullable Value stored(Value key) {
        return find(key);
    }

    @Override
    public TypeValue type() {
        return TypeValue.MAP;
    }

    @Override
    public Value contains(Value key) {
        return BoolValue.of(stored(key) != null);
    }

    @Override
    public Value equalTo(Value other) {
        if (!(other instanceof MapValue map) || map.size() != size()) {
            return BoolValue.FALSE;
        }
        for (Value key : keys()) {
            Value theirs = map.find(key);
            Value ours = stored(key);
            if (theirs == null || ours != null && Value.equal(ours, theirs) == BoolValue.FALSE) {
                return BoolValue.FALSE;
            }
        }
        return BoolValue.TRUE;
    }

    @Override
    public boolean isZero() {
        return size() == 0;
    }

    @Override
    public String text() {
        var out = new StringBuilder("{");
        for (Value key : keys()) {
            out.append(out.length() > 1 ? ", " : "")
                    .append(key.text())
                    .append(": ")
                    .append(valueOf(key).text());
        }
        return out.append('}').toString();
    }

    @Override
    public String goType() {
        return "*types.baseMap";
    }

    @Override
    public String notBool() {
        return "type conversion error from map to 'bool'";
    }

    /// A map whose keys are values; a number is found by any other number that equals it.
    private static final class Entries extends MapValue {
        private final Map<Value, Value> entries;

        Entries(Map<Value, Value> entries) {
            this.entries = entries;
        }

        @Override
        public long size() {
            return entries.size();
        }

        @Override
        public Iterable<Value> keys() {
            return entries.keySet();
        }

        @Override
        public @Nullable Value find(Value key) {
            if (entries.isEmpty()) {
                return null;
            }
            Value value = entries.get(key);
            if (value != null) {
                return value;
            }
            return switch (key) {
                case DoubleValue number -> findDouble(number.value());
                case IntValue number when number.value() >= 0 ->
                        entries.get(new UintValue(number.value()));
                case UintValue number when number.bits() >= 0 ->
                        entries.get(IntValue.of(number.bits()));
                default -> null;
            };
        }

        private @Nullable Value findDouble(double number) {
            if (Numbers.isWhole(number)) {
                Value value = entries.get(IntValue.of((long) number));
                if (value != null) {
                    return value;
                }
            }
            if (!Numbers.fitsUint(number)) {
                return null;
            }
            var whole = new UintValue(Numbers.toUnsigned(number));
            return whole.toDouble() == number ? entries.get(whole) : null;
        }
    }

    /// A map of a device: its keys are strings.
    public static final class OfStrings extends MapValue {
        public static final OfStrings EMPTY = new OfStrings(Map.of(), false);

        private final Map<String, Value> entries;
        private final boolean convertsKeys;

        /// @param convertsKeys if other values than strings find the string they are written as
        public OfStrings(Map<String, Value> entries, boolean convertsKeys) {
            this.entries = entries;
            this.convertsKeys = convertsKeys;
        }

        @Override
        public long size() {
            return entries.size();
        }

        @Override
        public Iterable<Value> keys() {
            return () -> {
                Iterator<String> names = entries.keySet().iterator();
                return new Iterator<>() {
                    @Override
                    public boolean hasNext() {
                        return names.hasNext();
                    }

                    @Override
                    public Value next() {
                        return new StringValue(names.next());
                    }
                };
            };
        }

        @Override
        public @Nullable Value find(Value key) {
            if (key instanceof StringValue string) {
                return entries.get(string.value());
            }
            String text = convertsKeys ? key.keyText() : null;
            return text == null ? null : entries.get(text);
        }
    }

    /// The attributes or capacities of a device by domain. An unknown domain is an empty map, but
    /// `in` does not find it (dynamic-resource-allocation: `newStringInterfaceMapWithDefault`).
    public static final class ByDomain extends MapValue {
        private final OfStrings domains;

        public ByDomain(Map<String, Value> domains) {
            this.domains = new OfStrings(domains, false);
        }

        @Override
        public long size() {
            return domains.size();
        }

        @Override
        public Iterable<Value> keys() {
            return domains.keys();
        }

        @Override
        public Value find(Value key) {
            Value found = domains.find(key);
            return found == null ? OfStrings.EMPTY : found;
        }

        @Override
        protected @Nullable Value stored(Value key) {
            return domains.find(key);
        }

        @Override
        public String goType() {
            return "cel.mapper";
        }
    }

    /// The map that a macro collects entries in. An insertion changes it.
    public static final class Mutable extends MapValue {
        private final Map<Value, Value> entries = new LinkedHashMap<>();
        private final MapValue view = of(entries);

        // Parity: the size stays that of the empty map until the macro ends.
        @Override
        public long size() {
            return 0;
        }

        @Override
        public Iterable<Value> keys() {
            return view.keys();
        }

        @Override
        public @Nullable Value find(Value key) {
            return view.find(key);
        }

        void insert(Value key, Value value) {
            entries.put(key, value);
        }

        /// The map that is the result of the macro.
        public MapValue frozen() {
            return of(entries);
        }

        @Override
        public String goType() {
            return "*types.mutableMap";
        }
    }

    /// This map with one entry more, or an error if it has the key.
    public final Value with(Value key, Value value) {
        if (find(key) != null) {
            return new ErrorValue("insert failed: key " + key.text() + " already exists");
        }
        if (this instanceof Mutable mutable) {
            mutable.insert(key, value);
            return this;
        }
        var copy = new LinkedHashMap<Value, Value>();
        copy.put(key, value);
        for (Value each : keys()) {
            copy.put(each, valueOf(each));
        }
        return of(copy);
    }
}

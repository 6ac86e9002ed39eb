package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.MapEntryFields;
import dev.berth.kubeclient.wire.ProtoFields.QuantityFields;
import dev.berth.kubeclient.wire.ProtoFields.ResourceRequirementsFields;
import dev.berth.model.Quantity;
import dev.berth.model.QuantityException;
import dev.berth.model.ResourceList;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// Reads quantities of resources.
final class ResourceReader {
    private final InternedStrings words;

    ResourceReader(InternedStrings words) {
        this.words = words;
    }

    /// Reads the requests of a message with limits and requests.
    ResourceList requests(ProtoReader in) throws IOException {
        var requests = new HashMap<String, Quantity>();
        both(in, new HashMap<>(), requests);
        return ResourceList.of(requests);
    }

    void both(ProtoReader in, Map<String, Quantity> limits, Map<String, Quantity> requests)
            throws IOException {
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case ResourceRequirementsFields.LIMITS -> entry(in, limits);
                case ResourceRequirementsFields.REQUESTS -> entry(in, requests);
                default -> in.skip();
            }
        }
        in.leave(outer);
    }

    /// Reads an entry of a map of quantities.
    void entry(ProtoReader in, Map<String, Quantity> into) throws IOException {
        int outer = in.enter();
        String name = "";
        Quantity amount = Quantity.ZERO;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case MapEntryFields.KEY -> name = words.word(in);
                case MapEntryFields.VALUE -> amount = quantity(in);
                default -> in.skip();
            }
        }
        in.leave(outer);
        into.put(name, amount);
    }

    static Quantity quantity(ProtoReader in) throws IOException {
        int outer = in.enter();
        Quantity amount = Quantity.ZERO;
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == QuantityFields.STRING) {
                String text = in.text();
                try {
                    amount = Quantity.parse(text);
                } catch (QuantityException e) {
                    throw new IOException("invalid quantity: " + e.getMessage(), e);
                }
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return amount;
    }
}

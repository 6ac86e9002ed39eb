package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.MapEntryFields;
import dev.berth.kubeclient.wire.ProtoFields.NamespaceFields;
import dev.berth.kubeclient.wire.ProtoFields.PodDisruptionBudgetFields;
import dev.berth.kubeclient.wire.ProtoFields.PodDisruptionBudgetSpecFields;
import dev.berth.kubeclient.wire.ProtoFields.PodDisruptionBudgetStatusFields;
import dev.berth.kubeclient.wire.ProtoFields.PriorityClassFields;
import dev.berth.kubeclient.wire.ProtoFields.ReplicaSetFields;
import dev.berth.kubeclient.wire.ProtoFields.ReplicaSetSpecFields;
import dev.berth.kubeclient.wire.ProtoFields.ReplicationControllerFields;
import dev.berth.kubeclient.wire.ProtoFields.ReplicationControllerSpecFields;
import dev.berth.kubeclient.wire.ProtoFields.ServiceFields;
import dev.berth.kubeclient.wire.ProtoFields.ServiceSpecFields;
import dev.berth.model.Decoder;
import dev.berth.model.DisruptionBudget;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.Namespace;
import dev.berth.model.PriorityClass;
import dev.berth.model.Service;
import dev.berth.model.WorkloadOwner;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The readers of objects, with the state that they share.
final class ObjectReaders {
    private final MetaReader metas;
    private final SelectorReader selectors;
    private final InternedStrings words = new InternedStrings();
    private final Decoder decoder;

    private ObjectReaders(Decoder decoder) {
        this.decoder = decoder;
        this.metas = new MetaReader(decoder, words);
        this.selectors = new SelectorReader(metas, words);
    }

    /// Returns a reader for every kind that has a record. Each reader has its own caches, so
    /// readers of several kinds can run concurrently. One reader serves one thread at a time.
    static Map<Kind, ObjectReader> all(Decoder decoder) {
        var readers = new HashMap<Kind, ObjectReader>();
        readers.put(Kind.POD, new ObjectReaders(decoder).pods());
        readers.put(Kind.NODE, new ObjectReaders(decoder).nodes());
        readers.put(Kind.NAMESPACE, new ObjectReaders(decoder)::namespace);
        readers.put(Kind.SERVICE, new ObjectReaders(decoder)::service);
        readers.put(Kind.REPLICATION_CONTROLLER, new ObjectReaders(decoder)::controller);
        readers.put(Kind.REPLICA_SET, new ObjectReaders(decoder).owners(Kind.REPLICA_SET));
        readers.put(Kind.STATEFUL_SET, new ObjectReaders(decoder).owners(Kind.STATEFUL_SET));
        readers.put(Kind.PRIORITY_CLASS, new ObjectReaders(decoder)::priorityClass);
        readers.put(Kind.DISRUPTION_BUDGET, new ObjectReaders(decoder)::budget);
        readers.put(Kind.PERSISTENT_VOLUME, new ObjectReaders(decoder).claims()::volume);
        readers.put(Kind.PERSISTENT_VOLUME_CLAIM, new ObjectReaders(decoder).claims()::claim);
        readers.put(Kind.STORAGE_CLASS, new ObjectReaders(decoder).storage()::storageClass);
        readers.put(Kind.CSI_NODE, new ObjectReaders(decoder).storage()::csiNode);
        readers.put(Kind.CSI_DRIVER, new ObjectReaders(decoder).storage()::csiDriver);
        readers.put(Kind.CSI_STORAGE_CAPACITY, new ObjectReaders(decoder).storage()::capacity);
        readers.put(Kind.VOLUME_ATTACHMENT, new ObjectReaders(decoder).storage()::attachment);
        JsonMessages.DEVICE_OBJECTS.forEach((kind, message) ->
                readers.put(kind, in -> decoder.object(kind, message.content(in))));
        return Map.copyOf(readers);
    }

    private PodReader pods() {
        var resources = new ResourceReader(words);
        return new PodReader(
                metas,
                new TemplateReader(decoder, words, metas, selectors, resources),
                new VolumeReader(),
                new PodStatusReader(words, resources, new ConditionReader(words)),
                words);
    }

    private NodeReader nodes() {
        return new NodeReader(metas, new ResourceReader(words), new ConditionReader(words), words);
    }

    private ClaimReader claims() {
        return new ClaimReader(metas, selectors, new ResourceReader(words), words);
    }

    private StorageReader storage() {
        return new StorageReader(metas, selectors, words);
    }

    private ObjectReader owners(Kind kind) {
        return in -> owner(kind, in);
    }

    private KubeObject namespace(ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == NamespaceFields.METADATA) {
                meta = metas.read(in);
            } else {
                in.skip();
            }
        }
        return new Namespace(meta);
    }

    private KubeObject service(ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        var selector = new HashMap<String, String>();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case ServiceFields.METADATA -> meta = metas.read(in);
                case ServiceFields.SPEC -> plainSelector(ServiceSpecFields.SELECTOR, in, selector);
                default -> in.skip();
            }
        }
        return new Service(meta, Labels.of(selector));
    }

    private KubeObject controller(ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        var selector = new HashMap<String, String>();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case ReplicationControllerFields.METADATA -> meta = metas.read(in);
                case ReplicationControllerFields.SPEC ->
                        plainSelector(ReplicationControllerSpecFields.SELECTOR, in, selector);
                default -> in.skip();
            }
        }
        return new WorkloadOwner(
                Kind.REPLICATION_CONTROLLER,
                meta,
                selector.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new LabelSelector(Labels.of(selector), List.of())));
    }

    /// Reads the label map of a spec.
    private void plainSelector(int number, ProtoReader in, Map<String, String> into)
            throws IOException {
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == number) {
                metas.entry(in, into);
            } else {
                in.skip();
            }
        }
        in.leave(outer);
    }

    /// Reads a replica set or a stateful set, which have the same encoding.
    private KubeObject owner(Kind kind, ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        Optional<LabelSelector> selector = Optional.empty();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case ReplicaSetFields.METADATA -> meta = metas.read(in);
                case ReplicaSetFields.SPEC ->
                        selector = selector(ReplicaSetSpecFields.SELECTOR, in);
                default -> in.skip();
            }
        }
        return new WorkloadOwner(kind, meta, selector);
    }

    /// Reads the selector of a spec.
    private Optional<LabelSelector> selector(int number, ProtoReader in) throws IOException {
        Optional<LabelSelector> selector = Optional.empty();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == number) {
                selector = Optional.of(selectors.labelSelector(in));
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return selector;
    }

    private KubeObject priorityClass(ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        int value = 0;
        boolean globalDefault = false;
        String preemptionPolicy = "";
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PriorityClassFields.METADATA -> meta = metas.read(in);
                case PriorityClassFields.VALUE -> value = in.int32();
                case PriorityClassFields.GLOBAL_DEFAULT -> globalDefault = in.bool();
                case PriorityClassFields.PREEMPTION_POLICY -> preemptionPolicy = words.word(in);
                default -> in.skip();
            }
        }
        return new PriorityClass(meta, value, globalDefault, preemptionPolicy);
    }

    private KubeObject budget(ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        Optional<LabelSelector> selector = Optional.empty();
        int allowed = 0;
        List<String> disrupted = List.of();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PodDisruptionBudgetFields.METADATA -> meta = metas.read(in);
                case PodDisruptionBudgetFields.SPEC ->
                        selector = selector(PodDisruptionBudgetSpecFields.SELECTOR, in);
                case PodDisruptionBudgetFields.STATUS -> {
                    int outer = in.enter();
                    for (int each = in.field(); each != 0; each = in.field()) {
                        switch (each) {
                            case PodDisruptionBudgetStatusFields.DISRUPTED_PODS ->
                                    disrupted = ListBuilders.with(disrupted, key(in));
                            case PodDisruptionBudgetStatusFields.DISRUPTIONS_ALLOWED ->
                                    allowed = in.int32();
                            default -> in.skip();
                        }
                    }
                    in.leave(outer);
                }
                default -> in.skip();
            }
        }
        return new DisruptionBudget(meta, selector, allowed, disrupted);
    }

    /// Reads the key of a map entry.
    private static String key(ProtoReader in) throws IOException {
        String key = "";
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == MapEntryFields.KEY) {
                key = in.text();
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return key;
    }
}

package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.ObjectReferenceFields;
import dev.berth.kubeclient.wire.ProtoFields.PersistentVolumeClaimFields;
import dev.berth.kubeclient.wire.ProtoFields.PersistentVolumeClaimSpecFields;
import dev.berth.kubeclient.wire.ProtoFields.PersistentVolumeClaimStatusFields;
import dev.berth.kubeclient.wire.ProtoFields.PersistentVolumeFields;
import dev.berth.kubeclient.wire.ProtoFields.PersistentVolumeSpecFields;
import dev.berth.kubeclient.wire.ProtoFields.PersistentVolumeStatusFields;
import dev.berth.kubeclient.wire.ProtoFields.VolumeNodeAffinityFields;
import dev.berth.model.ClaimReference;
import dev.berth.model.KubeObject;
import dev.berth.model.LabelSelector;
import dev.berth.model.Meta;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Quantity;
import dev.berth.model.json.Json;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads persistent volumes and persistent volume claims.
final class ClaimReader {
    private static final String STORAGE = "storage";

    private final MetaReader metas;
    private final SelectorReader selectors;
    private final ResourceReader resources;
    private final InternedStrings words;

    ClaimReader(
            MetaReader metas,
            SelectorReader selectors,
            ResourceReader resources,
            InternedStrings words) {
        this.metas = metas;
        this.selectors = selectors;
        this.resources = resources;
        this.words = words;
    }

    /// The spec of a volume.
    private static final class VolumeSpec {
        final Map<String, Quantity> capacity = new HashMap<>();
        Json.Obj source = Json.Obj.EMPTY;
        List<String> accessModes = List.of();
        Optional<ClaimReference> claim = Optional.empty();
        String storageClass = "";
        String mode = PersistentVolume.FILESYSTEM;
        Optional<List<NodeSelectorTerm>> affinity = Optional.empty();
        String attributesClass = "";
    }

    KubeObject volume(ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        var spec = new VolumeSpec();
        String phase = "";
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PersistentVolumeFields.METADATA -> meta = metas.read(in);
                case PersistentVolumeFields.SPEC -> spec(in, spec);
                case PersistentVolumeFields.STATUS ->
                        phase = phase(PersistentVolumeStatusFields.PHASE, in);
                default -> in.skip();
            }
        }
        Optional<Map.Entry<String, Json>> source =
                spec.source.fields().entrySet().stream()
                        .filter(each -> each.getValue() instanceof Json.Obj)
                        .findFirst();
        return new PersistentVolume(
                meta,
                spec.storageClass,
                spec.capacity.getOrDefault(STORAGE, Quantity.ZERO),
                spec.accessModes,
                spec.mode,
                spec.attributesClass,
                spec.claim,
                spec.affinity,
                source.map(Map.Entry::getKey).orElse(""),
                source.map(Map.Entry::getValue).map(Json.Obj.class::cast).orElse(Json.Obj.EMPTY),
                phase);
    }

    private void spec(ProtoReader in, VolumeSpec spec) throws IOException {
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PersistentVolumeSpecFields.CAPACITY -> resources.entry(in, spec.capacity);
                case PersistentVolumeSpecFields.PERSISTENT_VOLUME_SOURCE ->
                        spec.source = JsonMessages.PERSISTENT_VOLUME_SOURCE.read(in);
                case PersistentVolumeSpecFields.ACCESS_MODES ->
                        spec.accessModes = ListBuilders.with(spec.accessModes, words.word(in));
                case PersistentVolumeSpecFields.CLAIM_REF ->
                        spec.claim = Optional.of(reference(in));
                case PersistentVolumeSpecFields.STORAGE_CLASS_NAME ->
                        spec.storageClass = words.word(in);
                case PersistentVolumeSpecFields.VOLUME_MODE -> spec.mode = words.word(in);
                case PersistentVolumeSpecFields.NODE_AFFINITY -> spec.affinity = affinity(in);
                case PersistentVolumeSpecFields.VOLUME_ATTRIBUTES_CLASS_NAME ->
                        spec.attributesClass = words.word(in);
                default -> in.skip();
            }
        }
        in.leave(outer);
    }

    private ClaimReference reference(ProtoReader in) throws IOException {
        String namespace = "";
        String name = "";
        String uid = "";
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case ObjectReferenceFields.NAMESPACE -> namespace = words.word(in);
                case ObjectReferenceFields.NAME -> name = in.text();
                case ObjectReferenceFields.UID -> uid = in.text();
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new ClaimReference(namespace, name, uid);
    }

    private Optional<List<NodeSelectorTerm>> affinity(ProtoReader in) throws IOException {
        Optional<List<NodeSelectorTerm>> required = Optional.empty();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == VolumeNodeAffinityFields.REQUIRED) {
                required = Optional.of(selectors.nodeTerms(in));
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return required;
    }

    /// Reads the phase of a status.
    private String phase(int number, ProtoReader in) throws IOException {
        String phase = "";
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == number) {
                phase = words.word(in);
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return phase;
    }

    KubeObject claim(ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        var spec = new ClaimSpec();
        String phase = "";
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PersistentVolumeClaimFields.METADATA -> meta = metas.read(in);
                case PersistentVolumeClaimFields.SPEC -> spec(in, spec);
                case PersistentVolumeClaimFields.STATUS ->
                        phase = phase(PersistentVolumeClaimStatusFields.PHASE, in);
                default -> in.skip();
            }
        }
        return new PersistentVolumeClaim(
                meta,
                spec.storageClass,
                spec.volumeName,
                spec.accessModes,
                spec.selector,
                Optional.ofNullable(spec.requests.get(STORAGE)),
                spec.mode,
                spec.attributesClass,
                phase);
    }

    /// The spec of a claim.
    private static final class ClaimSpec {
        final Map<String, Quantity> requests = new HashMap<>();
        List<String> accessModes = List.of();
        String volumeName = "";
        Optional<LabelSelector> selector = Optional.empty();
        Optional<String> storageClass = Optional.empty();
        String mode = PersistentVolume.FILESYSTEM;
        String attributesClass = "";
    }

    private void spec(ProtoReader in, ClaimSpec spec) throws IOException {
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PersistentVolumeClaimSpecFields.ACCESS_MODES ->
                        spec.accessModes = ListBuilders.with(spec.accessModes, words.word(in));
                case PersistentVolumeClaimSpecFields.RESOURCES ->
                        resources.both(in, new HashMap<>(), spec.requests);
                case PersistentVolumeClaimSpecFields.VOLUME_NAME -> spec.volumeName = in.text();
                case PersistentVolumeClaimSpecFields.SELECTOR ->
                        spec.selector = Optional.of(selectors.labelSelector(in));
                case PersistentVolumeClaimSpecFields.STORAGE_CLASS_NAME ->
                        spec.storageClass = Optional.of(words.word(in));
                case PersistentVolumeClaimSpecFields.VOLUME_MODE -> spec.mode = words.word(in);
                case PersistentVolumeClaimSpecFields.VOLUME_ATTRIBUTES_CLASS_NAME ->
                        spec.attributesClass = words.word(in);
                default -> in.skip();
            }
        }
        in.leave(outer);
    }
}

package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.ContainerFields;
import dev.berth.kubeclient.wire.ProtoFields.ContainerPortFields;
import dev.berth.kubeclient.wire.ProtoFields.ContainerRestartRuleFields;
import dev.berth.kubeclient.wire.ProtoFields.PodResourceClaimFields;
import dev.berth.kubeclient.wire.ProtoFields.PodSpecFields;
import dev.berth.kubeclient.wire.ProtoFields.TolerationFields;
import dev.berth.model.Affinity;
import dev.berth.model.Container;
import dev.berth.model.ContainerPort;
import dev.berth.model.Decoder;
import dev.berth.model.Labels;
import dev.berth.model.PodClaim;
import dev.berth.model.PodTemplate;
import dev.berth.model.Quantity;
import dev.berth.model.ResourceList;
import dev.berth.model.SpreadConstraint;
import dev.berth.model.Toleration;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// Reads the part of a pod spec that the pods of a workload share.
///
/// While a spec is read, this class collects the bytes of the fields of that part, without the
/// fields of containers that differ between pods, such as mounts of tokens. Equal bytes have the
/// same template.
final class TemplateReader {

    private final Decoder decoder;
    private final InternedStrings words;
    private final MetaReader metas;
    private final SelectorReader selectors;
    private final ResourceReader resources;
    private final DecodeCache<PodTemplate> templates = new DecodeCache<>(1 << 14, 1 << 14);
    private final ProtoWriter collected = new ProtoWriter();

    TemplateReader(
            Decoder decoder,
            InternedStrings words,
            MetaReader metas,
            SelectorReader selectors,
            ResourceReader resources) {
        this.decoder = decoder;
        this.words = words;
        this.metas = metas;
        this.selectors = selectors;
        this.resources = resources;
    }

    void start() {
        collected.clear();
    }

    /// Collects the current field.
    void field(ProtoReader spec) throws IOException {
        collected.copy(spec);
    }

    /// Collects the relevant fields of the container in the current field.
    void container(int number, ProtoReader spec) throws IOException {
        int start = collected.begin(number);
        int outer = spec.enter();
        for (int field = spec.field(); field != 0; field = spec.field()) {
            switch (field) {
                case ContainerFields.NAME,
                        ContainerFields.IMAGE,
                        ContainerFields.PORTS,
                        ContainerFields.RESOURCES,
                        ContainerFields.RESTART_POLICY,
                        ContainerFields.RESTART_POLICY_RULES ->
                        collected.copy(spec);
                default -> spec.skip();
            }
        }
        spec.leave(outer);
        collected.end(start);
    }

    /// Collects an image volume.
    void image(byte[] bytes, int from, int to) {
        collected.raw(bytes, from, to);
    }

    /// Returns the template of the collected bytes.
    PodTemplate template() throws IOException {
        PodTemplate known = templates.find(collected.buffer(), 0, collected.size());
        return known != null
                ? known
                : templates.keep(
                        collected.buffer(),
                        0,
                        collected.size(),
                        decoder.shared(template(collected.reader())));
    }

    private PodTemplate template(ProtoReader in) throws IOException {
        List<Container> containers = List.of();
        List<Container> initContainers = List.of();
        var overhead = new HashMap<String, Quantity>();
        ResourceList whole = ResourceList.NONE;
        var nodeSelector = new HashMap<String, String>();
        Affinity affinity = Affinity.NONE;
        List<Toleration> tolerations = List.of();
        List<SpreadConstraint> spread = List.of();
        List<String> images = List.of();
        List<PodClaim> claims = List.of();
        boolean hostNetwork = false;
        Optional<Boolean> hostUsers = Optional.empty();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PodSpecFields.VOLUMES -> {
                    String reference = VolumeReader.imageReference(in);
                    images = reference.isEmpty() ? images : ListBuilders.with(images, reference);
                }
                case PodSpecFields.CONTAINERS ->
                        containers = ListBuilders.with(containers, container(in));
                case PodSpecFields.NODE_SELECTOR -> metas.entry(in, nodeSelector);
                case PodSpecFields.HOST_NETWORK -> hostNetwork = in.bool();
                case PodSpecFields.AFFINITY -> affinity = selectors.affinity(in);
                case PodSpecFields.INIT_CONTAINERS ->
                        initContainers = ListBuilders.with(initContainers, container(in));
                case PodSpecFields.TOLERATIONS ->
                        tolerations = ListBuilders.with(tolerations, toleration(in));
                case PodSpecFields.OVERHEAD -> resources.entry(in, overhead);
                case PodSpecFields.TOPOLOGY_SPREAD_CONSTRAINTS ->
                        spread = ListBuilders.with(spread, selectors.spread(in));
                case PodSpecFields.HOST_USERS -> hostUsers = Optional.of(in.bool());
                case PodSpecFields.RESOURCE_CLAIMS -> claims = ListBuilders.with(claims, claim(in));
                case PodSpecFields.RESOURCES -> whole = resources.requests(in);
                default -> in.skip();
            }
        }
        return new PodTemplate(
                new PodTemplate.Parts(
                        containers,
                        initContainers,
                        ResourceList.of(overhead),
                        whole,
                        nodeSelector.isEmpty()
                                ? Optional.empty()
                                : Optional.of(Labels.of(nodeSelector)),
                        affinity,
                        tolerations,
                        spread,
                        images,
                        claims,
                        hostNetwork,
                        hostUsers));
    }

    private Container container(ProtoReader in) throws IOException {
        String name = "";
        String image = "";
        var requests = new HashMap<String, Quantity>();
        var limits = new HashMap<String, Quantity>();
        List<ContainerPort> ports = List.of();
        boolean restartable = false;
        List<String> restartActions = List.of();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case ContainerFields.NAME -> name = words.word(in);
                case ContainerFields.IMAGE -> image = words.word(in);
                case ContainerFields.PORTS -> ports = ListBuilders.with(ports, port(in));
                case ContainerFields.RESOURCES -> resources.both(in, limits, requests);
                case ContainerFields.RESTART_POLICY ->
                        restartable = words.word(in).equals("Always");
                case ContainerFields.RESTART_POLICY_RULES ->
                        restartActions =
                                ListBuilders.with(
                                        restartActions,
                                        text(ContainerRestartRuleFields.ACTION, in));
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new Container(
                name,
                image,
                ResourceList.of(requests),
                ResourceList.of(limits),
                ports,
                restartable,
                restartActions);
    }

    /// Reads a string field of the message in the current field.
    String text(int number, ProtoReader in) throws IOException {
        String text = "";
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == number) {
                text = words.word(in);
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return text;
    }

    private ContainerPort port(ProtoReader in) throws IOException {
        int hostPort = 0;
        int containerPort = 0;
        String protocol = "";
        String address = "";
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case ContainerPortFields.HOST_PORT -> hostPort = in.int32();
                case ContainerPortFields.CONTAINER_PORT -> containerPort = in.int32();
                case ContainerPortFields.PROTOCOL -> protocol = words.word(in);
                case ContainerPortFields.HOST_IP -> address = words.word(in);
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new ContainerPort(address, hostPort, protocol, containerPort);
    }

    private Toleration toleration(ProtoReader in) throws IOException {
        String key = "";
        String operator = "";
        String value = "";
        String effect = "";
        Optional<Long> seconds = Optional.empty();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case TolerationFields.KEY -> key = words.word(in);
                case TolerationFields.OPERATOR -> operator = words.word(in);
                case TolerationFields.VALUE -> value = words.word(in);
                case TolerationFields.EFFECT -> effect = words.word(in);
                case TolerationFields.TOLERATION_SECONDS -> seconds = Optional.of(in.int64());
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new Toleration(key, operator, value, effect, seconds);
    }

    private PodClaim claim(ProtoReader in) throws IOException {
        String name = "";
        String claimName = "";
        String templateName = "";
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PodResourceClaimFields.NAME -> name = words.word(in);
                case PodResourceClaimFields.RESOURCE_CLAIM_NAME -> claimName = in.text();
                case PodResourceClaimFields.RESOURCE_CLAIM_TEMPLATE_NAME ->
                        templateName = words.word(in);
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new PodClaim(name, claimName, templateName);
    }
}

package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.PodFields;
import dev.berth.kubeclient.wire.ProtoFields.PodSchedulingGateFields;
import dev.berth.kubeclient.wire.ProtoFields.PodSchedulingGroupFields;
import dev.berth.kubeclient.wire.ProtoFields.PodSpecFields;
import dev.berth.model.Meta;
import dev.berth.model.Pod;
import dev.berth.model.PodSpec;
import dev.berth.model.PodStatus;
import dev.berth.model.PodTemplate;
import dev.berth.model.Volume;

import java.io.IOException;
import java.util.List;

/// Reads pods.
final class PodReader implements ObjectReader {
    private static final long DEFAULT_GRACE_SECONDS = 30;

    private final MetaReader metas;
    private final TemplateReader templates;
    private final VolumeReader volumes;
    private final PodStatusReader statuses;
    private final InternedStrings words;

    PodReader(
            MetaReader metas,
            TemplateReader templates,
            VolumeReader volumes,
            PodStatusReader statuses,
            InternedStrings words) {
        this.metas = metas;
        this.templates = templates;
        this.volumes = volumes;
        this.statuses = statuses;
        this.words = words;
    }

    @Override
    public Pod read(ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        PodSpec spec = null;
        PodStatus status = PodStatus.NONE;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PodFields.METADATA -> meta = metas.read(in);
                case PodFields.SPEC -> spec = spec(in);
                case PodFields.STATUS -> status = statuses.read(in);
                default -> in.skip();
            }
        }
        return new Pod(meta, spec == null ? spec(emptySpec()) : spec, status);
    }

    /// Returns a reader of a field with an empty spec.
    private static ProtoReader emptySpec() throws IOException {
        var nothing = new ProtoWriter();
        ProtoReader in = nothing.end(nothing.begin(PodFields.SPEC)).reader();
        in.field();
        return in;
    }

    private PodSpec spec(ProtoReader in) throws IOException {
        templates.start();
        String nodeName = "";
        String schedulerName = "";
        int priority = 0;
        String priorityClassName = "";
        String preemptionPolicy = "";
        List<String> gates = List.of();
        List<Volume> mounted = List.of();
        String group = "";
        long graceSeconds = DEFAULT_GRACE_SECONDS;
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PodSpecFields.VOLUMES ->
                        mounted = ListBuilders.with(mounted, volumes.read(in, templates));
                case PodSpecFields.CONTAINERS, PodSpecFields.INIT_CONTAINERS ->
                        templates.container(field, in);
                case PodSpecFields.TERMINATION_GRACE_PERIOD_SECONDS -> graceSeconds = in.int64();
                case PodSpecFields.NODE_SELECTOR,
                        PodSpecFields.HOST_NETWORK,
                        PodSpecFields.AFFINITY,
                        PodSpecFields.TOLERATIONS,
                        PodSpecFields.OVERHEAD,
                        PodSpecFields.TOPOLOGY_SPREAD_CONSTRAINTS,
                        PodSpecFields.HOST_USERS,
                        PodSpecFields.RESOURCE_CLAIMS,
                        PodSpecFields.RESOURCES ->
                        templates.field(in);
                case PodSpecFields.NODE_NAME -> nodeName = words.word(in);
                case PodSpecFields.SCHEDULER_NAME -> schedulerName = words.word(in);
                case PodSpecFields.PRIORITY_CLASS_NAME -> priorityClassName = words.word(in);
                case PodSpecFields.PRIORITY -> priority = in.int32();
                case PodSpecFields.PREEMPTION_POLICY -> preemptionPolicy = words.word(in);
                case PodSpecFields.SCHEDULING_GATES ->
                        gates =
                                ListBuilders.with(
                                        gates, templates.text(PodSchedulingGateFields.NAME, in));
                case PodSpecFields.SCHEDULING_GROUP ->
                        group = templates.text(PodSchedulingGroupFields.POD_GROUP_NAME, in);
                default -> in.skip();
            }
        }
        in.leave(outer);
        PodTemplate template = templates.template();
        return new PodSpec(
                template,
                nodeName,
                schedulerName,
                priority,
                priorityClassName,
                preemptionPolicy,
                gates,
                mounted,
                group,
                graceSeconds);
    }
}

package dev.berth.kubeclient.wire;

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
    private static final int VOLUMES = 1;
    private static final int CONTAINERS = 2;
    private static final int INIT_CONTAINERS = 20;
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
                case 1 -> meta = metas.read(in);
                case 2 -> spec = spec(in);
                case 3 -> status = statuses.read(in);
                default -> in.skip();
            }
        }
        return new Pod(meta, spec == null ? spec(emptySpec()) : spec, status);
    }

    /// Returns a reader of a field with an empty spec.
    private static ProtoReader emptySpec() throws IOException {
        var nothing = new ProtoWriter();
        ProtoReader in = nothing.end(nothing.begin(2)).reader();
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
                case VOLUMES -> mounted = ListBuilders.with(mounted, volumes.read(in, templates));
                case CONTAINERS, INIT_CONTAINERS -> templates.container(field, in);
                case 4 -> graceSeconds = in.int64();
                case 7, 11, 18, 22, 32, 33, 37, 39, 40 -> templates.field(in);
                case 10 -> nodeName = words.word(in);
                case 19 -> schedulerName = words.word(in);
                case 24 -> priorityClassName = words.word(in);
                case 25 -> priority = in.int32();
                case 31 -> preemptionPolicy = words.word(in);
                case 38 -> gates = ListBuilders.with(gates, templates.firstText(in));
                case 43 -> group = templates.firstText(in);
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

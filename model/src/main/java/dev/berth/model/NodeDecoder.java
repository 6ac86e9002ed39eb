package dev.berth.model;

import dev.berth.model.json.Fields;

/// Decodes nodes.
final class NodeDecoder {
    private NodeDecoder() {}

    static Node node(Decoder decoder, Fields in) {
        Fields spec = in.object("spec");
        Fields status = in.object("status");
        return new Node(
                decoder.meta(in),
                spec.bool("unschedulable", false),
                spec.list(
                        "taints",
                        taint ->
                                new Taint(
                                        taint.text("key", ""),
                                        taint.text("value", ""),
                                        taint.text("effect", ""))),
                ResourceList.of(status.quantities("allocatable")),
                status.list(
                        "images",
                        image ->
                                new NodeImage(
                                        image.texts("names"), image.longValue("sizeBytes", 0))),
                status.list("conditions", PodDecoder::condition),
                status.texts("declaredFeatures"));
    }
}

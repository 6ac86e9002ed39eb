package dev.berth.engine.state;

import dev.berth.model.HostPort;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodRequests;
import dev.berth.model.Requests;
import dev.berth.model.ResourceList;
import dev.berth.spi.Counting;
import dev.berth.spi.ImageState;
import dev.berth.spi.LongColumn;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Resource;

import org.jspecify.annotations.Nullable;

import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/// Nodes as dense rows with columns of numbers.
///
/// A row belongs to a node name from the first node or pod that needs it until both are gone. A row
/// with pods but without a node has its pods charged, but is in no node set and not counted.
public final class NodeTable implements Nodes {
    private final ResourceColumns columns = new ResourceColumns();
    private final ChangeLog changes = new ChangeLog();

    /// The rows in the order in which their versions grew.
    public final ChangeLog touched = new ChangeLog();

    private final ZoneOrder order = new ZoneOrder();
    private final ImageIndex images = new ImageIndex();
    private final Map<String, TopologyDomains> domains = new HashMap<>();

    /// How often a node condition of a plugin has failed. What was computed from the counts before
    /// that is outdated.
    long conditionFailures;

    private final Map<String, Integer> rowOf = new HashMap<>();
    private final ArrayDeque<Integer> freeRows = new ArrayDeque<>();
    private final MutableNodeSet live = new MutableNodeSet(64);
    private Row[] rows = new Row[0];
    private int used;
    private int count;
    private long imageVersion;
    private long[] versions = {};
    private long lastVersion;

    /// One row, and the view of it that plugins get.
    private final class Row implements NodeView {
        final int number;
        final List<PodEntry> pods = new ArrayList<>();
        @Nullable String name;
        @Nullable Node node;
        @Nullable UsedPorts ports;

        Row(int number) {
            this.number = number;
        }

        @Override
        public int row() {
            return number;
        }

        @Override
        public Node node() {
            return Objects.requireNonNull(node, "row without a node");
        }

        @Override
        public long allocatable(Resource resource) {
            return columns.allocatable(resource.slot(), number);
        }

        @Override
        public long requested(Resource resource) {
            return columns.requested(resource.slot(), number);
        }

        @Override
        public long nonZeroRequested(Resource resource) {
            return columns.nonZero(resource.slot(), number);
        }

        @Override
        public Optional<ImageState> image(String image) {
            return images.on(number, image);
        }

        @Override
        public boolean portTaken(HostPort wanted) {
            return ports != null && ports.taken(wanted);
        }

        private void open(List<HostPort> opened) {
            if (!opened.isEmpty()) {
                if (ports == null) {
                    ports = new UsedPorts();
                }
                ports.add(opened);
            }
        }

        private void close(List<HostPort> opened) {
            if (ports != null) {
                ports.remove(opened);
                if (ports.isEmpty()) {
                    ports = null;
                }
            }
        }

        @Override
        public List<Pod> pods() {
            return new AbstractList<>() {
                @Override
                public Pod get(int index) {
                    return Objects.requireNonNull(pods.get(index).charged);
                }

                @Override
                public int size() {
                    return pods.size();
                }
            };
        }
    }

    public ChangeLog changes() {
        return changes;
    }

    /// Rows of all nodes in the order in which sampling visits them.
    public int[] visitingOrder() {
        return order.rows();
    }

    @Override
    public int rows() {
        return used;
    }

    @Override
    public NodeSet all() {
        return live;
    }

    @Override
    public int count() {
        return count;
    }

    /// Grows whenever the row's node, its pods or its nominations change; no two states of a row
    /// have the same version.
    public long version(int row) {
        return versions[row];
    }

    /// The row changed in a way that no column shows.
    void touch(int row) {
        versions[row] = ++lastVersion;
        touched.load(row);
    }

    private void attributesChanged(int row) {
        touch(row);
        changes.attributes(row);
    }

    private void loadChanged(int row) {
        touch(row);
        changes.load(row);
    }

    @Override
    public long imageVersion() {
        return imageVersion;
    }

    @Override
    public NodeSet withImage(String image) {
        return images.rows(image);
    }

    @Override
    public NodeView view(int row) {
        return rows[row];
    }

    @Override
    public OptionalInt row(String name) {
        Integer row = rowOf.get(name);
        return row == null || rows[row].node == null ? OptionalInt.empty() : OptionalInt.of(row);
    }

    /// A mutable copy of the used host ports of a row.
    public UsedPorts portsOn(int row) {
        UsedPorts open = rows[row].ports;
        return open == null ? new UsedPorts() : open.copy();
    }

    public Optional<Node> node(String name) {
        Integer row = rowOf.get(name);
        return row == null ? Optional.empty() : Optional.ofNullable(rows[row].node);
    }

    @Override
    public TopologyDomains domains(String label) {
        TopologyDomains known = domains.get(label);
        if (known != null) {
            return known;
        }
        var added = new TopologyDomains(label);
        for (int row = live.next(0); row >= 0; row = live.next(row + 1)) {
            added.update(row, rows[row].node());
        }
        domains.put(label, added);
        return added;
    }

    /// Sums counts by the domains of a label from now on.
    DomainCounter tally(
            String label, Counting.NodeCondition condition, DomainCounter.Source source) {
        TopologyDomains followed = domains(label);
        var tally = new DomainCounter(followed, condition, source, this);
        for (int row = live.next(0); row >= 0; row = live.next(row + 1)) {
            tally.enter(row, rows[row].node());
        }
        followed.follow(tally);
        return tally;
    }

    void dropTally(DomainCounter tally) {
        domains(tally.domains().key()).unfollow(tally);
    }

    @Override
    public Resource resource(String name) {
        return columns.resource(name);
    }

    /// Every resource that a node or a pod has named, by slot.
    public List<Resource> resources() {
        return columns.resources();
    }

    @Override
    public LongColumn allocatable(Resource resource) {
        return columns.allocatable(resource.slot());
    }

    @Override
    public LongColumn requested(Resource resource) {
        return columns.requested(resource.slot());
    }

    @Override
    public LongColumn nonZeroRequested(Resource resource) {
        return columns.nonZero(resource.slot());
    }

    @Override
    public LongColumn free(Resource resource) {
        return columns.free(resource.slot());
    }

    /// Adds or replaces the node; returns the node as it was before.
    Optional<Node> put(Node node) {
        int number = rowFor(node.name());
        Row row = rows[number];
        Node before = row.node;
        row.node = node;
        if (before == null) {
            live.add(number);
            count++;
            imageVersion++;
            images.add(number, node.images());
        } else if (!before.images().equals(node.images())) {
            imageVersion++;
            images.remove(number, before.images());
            images.add(number, node.images());
        }
        if (before == null
                || !before.labels().equals(node.labels())
                || !before.taints().equals(node.taints())) {
            domains.values().forEach(each -> each.update(number, node));
        }
        order.put(number, node);
        columns.setAllocatable(number, node.allocatable());
        attributesChanged(number);
        return Optional.ofNullable(before);
    }

    /// Removes the node; its pods, if any, stay charged to the row.
    Optional<Node> remove(String name) {
        Integer number = rowOf.get(name);
        if (number == null || rows[number].node == null) {
            return Optional.empty();
        }
        Row row = rows[number];
        Node before = row.node();
        row.node = null;
        live.remove(number);
        count--;
        imageVersion++;
        images.remove(number, before.images());
        domains.values().forEach(each -> each.update(number, null));
        order.remove(number);
        columns.setAllocatable(number, ResourceList.NONE);
        attributesChanged(number);
        releaseIfUnused(row);
        return Optional.of(before);
    }

    /// Charges the pod to the row of its node, whether the node exists or not.
    void charge(PodEntry entry, Pod pod) {
        int number = rowFor(pod.spec().nodeName());
        PodRequests amounts = pod.requests();
        entry.charged = pod;
        entry.amounts = amounts;
        entry.row = number;
        entry.index = rows[number].pods.size();
        rows[number].pods.add(entry);
        rows[number].open(pod.template().hostPorts());
        account(number, amounts, 1);
        loadChanged(number);
    }

    /// Discharges the pod from its row, with the amounts that were charged.
    void discharge(PodEntry entry) {
        Row row = rows[entry.row];
        PodEntry last = row.pods.removeLast();
        if (last != entry) {
            row.pods.set(entry.index, last);
            last.index = entry.index;
        }
        row.close(Objects.requireNonNull(entry.charged).template().hostPorts());
        account(entry.row, Objects.requireNonNull(entry.amounts), -1);
        loadChanged(entry.row);
        entry.charged = null;
        entry.amounts = null;
        entry.row = -1;
        entry.index = -1;
        releaseIfUnused(row);
    }

    private void account(int row, PodRequests amounts, int sign) {
        Requests asked = amounts.accounting();
        columns.addRequested(Resource.CPU.slot(), row, sign * asked.cpuMillis());
        columns.addRequested(Resource.MEMORY.slot(), row, sign * asked.memoryBytes());
        columns.addRequested(Resource.EPHEMERAL_STORAGE.slot(), row, sign * asked.ephemeralBytes());
        columns.addRequested(Resource.PODS.slot(), row, sign);
        for (int i = 0; i < asked.scalars(); i++) {
            int slot = columns.resource(asked.scalarName(i)).slot();
            columns.addRequested(slot, row, sign * asked.scalarAmount(i));
        }
        columns.addNonZero(
                row, sign * amounts.nonZeroCpuMillis(), sign * amounts.nonZeroMemoryBytes());
    }

    private int rowFor(String name) {
        Integer known = rowOf.get(name);
        if (known != null) {
            return known;
        }
        int number = freeRows.isEmpty() ? used++ : freeRows.pop();
        columns.growTo(used);
        if (number >= rows.length) {
            rows = Arrays.copyOf(rows, Math.max(64, rows.length * 2));
            versions = Arrays.copyOf(versions, rows.length);
        }
        if (rows[number] == null) {
            rows[number] = new Row(number);
        }
        rows[number].name = name;
        rowOf.put(name, number);
        return number;
    }

    private void releaseIfUnused(Row row) {
        String name = row.name;
        if (row.node == null && row.pods.isEmpty() && name != null) {
            rowOf.remove(name);
            row.name = null;
            columns.clear(row.number);
            freeRows.push(row.number);
        }
    }
}

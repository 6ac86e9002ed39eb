package dev.berth.devices.allocation;

/// The devices of a node for one request, as far as they can be counted without the other requests.
public final class CountedDevices {
    private final String claim;
    private final String request;
    private final String deviceClass;
    private final boolean all;
    private final long requested;
    int devices;
    int matching;
    int allocated;
    int tainted;
    int withoutCapacity;
    int withoutCounters;
    int free;
    int unusablePools;

    CountedDevices(String claim, String request, String deviceClass, boolean all, long requested) {
        this.claim = claim;
        this.request = request;
        this.deviceClass = deviceClass;
        this.all = all;
        this.requested = requested;
    }

    public String claim() {
        return claim;
    }

    /// The request, or `request/alternative`.
    public String request() {
        return request;
    }

    public String deviceClass() {
        return deviceClass;
    }

    /// Whether the request is for all devices that match.
    public boolean all() {
        return all;
    }

    public long requested() {
        return requested;
    }

    /// The devices in the usable pools of the node.
    public int devices() {
        return devices;
    }

    /// The devices that the selectors of the class and the request match.
    public int matching() {
        return matching;
    }

    /// Of the matching devices, those that are allocated.
    public int allocated() {
        return allocated;
    }

    /// Of the other matching devices, those with a taint that the request does not tolerate.
    public int tainted() {
        return tainted;
    }

    /// Of the other matching devices, those without enough capacity.
    public int withoutCapacity() {
        return withoutCapacity;
    }

    /// Of the other matching devices, those whose pool has not enough of a counter.
    public int withoutCounters() {
        return withoutCounters;
    }

    /// The matching devices that the request could use on its own.
    public int free() {
        return free;
    }

    /// The pools that are incomplete or invalid.
    public int unusablePools() {
        return unusablePools;
    }
}

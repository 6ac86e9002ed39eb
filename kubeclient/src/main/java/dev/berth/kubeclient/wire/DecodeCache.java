package dev.berth.kubeclient.wire;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Caches decoded values by their bytes.
///
/// The pods of a workload contain equal bytes, which are compared instead of decoded again. Each
/// slot contains one value, and a new value replaces the old one of its slot. Therefore, the cache
/// does not grow, and chosen bytes cannot slow it down.
final class DecodeCache<T> {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MIX = 0x9E3779B97F4A7C15L;

    @SuppressWarnings("ArrayRecordComponent") // Never compared as a whole.
    private record Known<T>(long hash, byte[] bytes, T value) {}

    private final @Nullable Known<T>[] places;
    private final int max;

    /// @param places the number of slots, a power of two
    /// @param max the maximum number of bytes of a cached value
    @SuppressWarnings({"unchecked", "rawtypes"}) // An array of a generic type.
    DecodeCache(int places, int max) {
        this.places = new Known[places];
        this.max = max;
    }

    @Nullable T find(byte[] bytes, int from, int to) {
        long hash = hash(bytes, from, to);
        Known<T> known = places[place(hash)];
        return known != null
                        && known.hash == hash
                        && Arrays.equals(known.bytes, 0, known.bytes.length, bytes, from, to)
                ? known.value
                : null;
    }

    /// @return the value
    T keep(byte[] bytes, int from, int to, T value) {
        if (to - from <= max) {
            long hash = hash(bytes, from, to);
            places[place(hash)] = new Known<>(hash, Arrays.copyOfRange(bytes, from, to), value);
        }
        return value;
    }

    private int place(long hash) {
        return (int) (hash >>> 32) & (places.length - 1);
    }

    private static long hash(byte[] bytes, int from, int to) {
        int length = to - from;
        long hash = length;
        int at = from;
        for (; at + 8 <= to; at += 8) {
            hash = mixed(hash, (long) LONGS.get(bytes, at));
        }
        long rest = 0;
        for (; at < to; at++) {
            rest = rest << 8 | bytes[at] & 0xFF;
        }
        return mixed(hash, rest);
    }

    private static long mixed(long hash, long more) {
        long product = (hash ^ more) * MIX;
        return product ^ product >>> 29;
    }
}

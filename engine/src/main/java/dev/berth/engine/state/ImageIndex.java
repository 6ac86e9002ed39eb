package dev.berth.engine.state;

import dev.berth.model.NodeImage;
import dev.berth.spi.ImageState;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rows that have each image.
final class ImageIndex {
    private static final class Image {
        final long sizeBytes;
        final MutableNodeSet rows = new MutableNodeSet(64);
        int count;

        Image(long sizeBytes) {
            this.sizeBytes = sizeBytes;
        }
    }

    private final Map<String, Image> byName = new HashMap<>();

    void add(int row, List<NodeImage> images) {
        for (NodeImage image : images) {
            for (String name : image.names()) {
                // Parity: addNodeImageStates keeps the size that the first node reported, while any
                // node has the image.
                Image known = byName.computeIfAbsent(name, n -> new Image(image.sizeBytes()));
                if (!known.rows.contains(row)) {
                    known.rows.add(row);
                    known.count++;
                }
            }
        }
    }

    void remove(int row, List<NodeImage> images) {
        for (NodeImage image : images) {
            for (String name : image.names()) {
                Image known = byName.get(name);
                if (known != null && known.rows.contains(row)) {
                    known.rows.remove(row);
                    if (--known.count == 0) {
                        byName.remove(name);
                    }
                }
            }
        }
    }

    NodeSet rows(String name) {
        Image known = byName.get(name);
        return known == null ? NodeSet.empty() : known.rows;
    }

    Optional<ImageState> on(int row, String name) {
        Image known = byName.get(name);
        return known == null || !known.rows.contains(row)
                ? Optional.empty()
                : Optional.of(new ImageState(known.sizeBytes, known.count));
    }
}

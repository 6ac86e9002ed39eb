package dev.berth.controlplane.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.schema.Schemas;
import dev.berth.controlplane.store.Store;
import dev.berth.engine.VirtualClock;

import org.junit.jupiter.api.Test;

class ResourceRegistryTest {
    private final Store store = new Store(VirtualClock.atEpoch(), 1);
    private final ResourceRegistry registry = new ResourceRegistry();

    @Test
    void everyKindEqualsTheKindOfTheStore() {
        for (ApiResource resource : registry.all()) {
            assertThat(
                            store.kinds()
                                    .named(
                                            resource.stored().apiVersion(),
                                            resource.stored().name()))
                    .contains(resource.stored());
        }
    }

    @Test
    void everyKindHasASchema() {
        for (ApiResource resource : registry.all()) {
            assertThat(Schemas.of(resource.kind())).as(resource.kind().toString()).isPresent();
        }
    }
}

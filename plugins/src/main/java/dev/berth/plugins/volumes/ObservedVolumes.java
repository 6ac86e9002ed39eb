package dev.berth.plugins.volumes;

import dev.berth.model.Kind;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.StorageClass;
import dev.berth.spi.ObjectLister;

import java.util.Optional;
import java.util.function.Supplier;

/// Claims and volumes as last observed.
final class ObservedVolumes implements VolumeLookup {
    /// The prefix of the ID of an unbound claim; no volume handle starts with it.
    private static final String UNBOUND = "\0";

    private final Supplier<ObjectLister> objects;

    ObservedVolumes(Supplier<ObjectLister> objects) {
        this.objects = objects;
    }

    @Override
    public Optional<Known> claim(String key, boolean drivers) {
        return objects.get()
                .get(Kind.PERSISTENT_VOLUME_CLAIM, key)
                .map(PersistentVolumeClaim.class::cast)
                .map(claim -> new Known(claim, ofClaim(claim, drivers)));
    }

    @Override
    public Optional<String> handle(String volume) {
        return volume(volume)
                .filter(each -> each.source().equals(PersistentVolume.CSI))
                .map(DriverVolume::handle);
    }

    private Optional<PersistentVolume> volume(String name) {
        return objects.get().get(Kind.PERSISTENT_VOLUME, name).map(PersistentVolume.class::cast);
    }

    private Optional<DriverVolume> ofClaim(PersistentVolumeClaim claim, boolean drivers) {
        Optional<PersistentVolume> volume = volume(claim.volumeName());
        return volume.isPresent()
                ? DriverVolume.of(volume.get(), drivers)
                : ofClass(claim, drivers);
    }

    /// The volume that will be provisioned or found for a claim, under the name of the claim.
    private Optional<DriverVolume> ofClass(PersistentVolumeClaim claim, boolean drivers) {
        return ClassifiedClaims.storageClass(claim, objects.get())
                .map(StorageClass::provisioner)
                .flatMap(provisioner -> driver(provisioner, drivers))
                .map(driver -> new DriverVolume(driver, UNBOUND + claim.key()));
    }

    private static Optional<String> driver(String provisioner, boolean drivers) {
        Optional<InTreeVolumes> kind = InTreeVolumes.ofPlugin(provisioner);
        return kind.isEmpty()
                ? Optional.of(provisioner).filter(name -> !name.isEmpty())
                : kind.filter(each -> drivers && each.migrated()).map(InTreeVolumes::driver);
    }
}

package dev.berth.harness.cases;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;

import java.util.ArrayList;
import java.util.List;

/// Generates the storage of a case about volumes.
final class GeneratedStorage implements StorageGenerator {
    private final CaseDraft draft;
    private final SeededRandom random;
    private final VolumeSources sources;
    private final Provisioners provisioners;
    private final PersistentVolumes volumes;
    private final VolumeClaims claims;
    private boolean otherOwner;

    GeneratedStorage(CaseDraft draft) {
        this.draft = draft;
        this.random = draft.random;
        this.sources = new VolumeSources(draft);
        var places = new StorageTopologies(draft);
        this.provisioners = new Provisioners(draft, places);
        this.volumes = new PersistentVolumes(draft, places, sources);
        this.claims = new VolumeClaims(draft, provisioners, volumes);
        this.otherOwner = draft.trouble == ErrorInjection.OTHER_OWNER;
        int free = random.between(0, 8);
        for (int i = 0; i < free; i++) {
            volumes.free(provisioners.any());
        }
    }

    @Override
    public List<Obj> objects() {
        var objects = new ArrayList<>(provisioners.objects());
        objects.addAll(volumes.objects());
        objects.addAll(claims.objects());
        objects.addAll(new CsiNodeGenerator(draft, volumes).objects());
        return objects;
    }

    @Override
    public List<Json> ofPod(String namespace, String name, String uid, PodGenerator.Role role) {
        boolean running = role == PodGenerator.Role.RUNNING;
        var list = new ArrayList<Json>();
        if (!draft.has(CaseTheme.VOLUMES)) {
            return list;
        }
        List<VolumeClaims.Claim> waiting = new ArrayList<>();
        int count = random.few(1, 4);
        for (int i = 0; i < count; i++) {
            var volume = Obj.builder().put("name", "d" + i);
            int picked = random.between(0, 99);
            if (picked < 62) {
                volume.put("persistentVolumeClaim", named(namespace, running, waiting));
            } else if (picked < 74 || running && otherOwner) {
                volume.put("ephemeral", template());
                claimFor(namespace, name, uid, "d" + i, role);
            } else {
                disk(volume, i == 0);
            }
            list.add(volume.build());
        }
        return list;
    }

    /// @param waiting the pod's claims without a volume so far; a claim that occurs twice uses two
    ///   volumes, and kube-scheduler does not define which of them counts for the next pod
    private Obj named(String namespace, boolean running, List<VolumeClaims.Claim> waiting) {
        List<VolumeClaims.Claim> here = new ArrayList<>(claims.in(namespace));
        here.removeAll(waiting);
        List<VolumeClaims.Claim> bound = here.stream().filter(VolumeClaims.Claim::bound).toList();
        List<VolumeClaims.Claim> from =
                running && random.chance(85) && !bound.isEmpty() ? bound : here;
        String name = "missing";
        if (!from.isEmpty() && !random.chance(3)) {
            VolumeClaims.Claim claim = random.oneOf(from);
            name = claim.name();
            if (!claim.bound()) {
                waiting.add(claim);
            }
        }
        Obj source = Obj.of("claimName", Json.of(name));
        return random.chance(10) ? source.with("readOnly", true) : source;
    }

    private static Obj template() {
        Obj spec =
                Obj.of("accessModes", CaseDraft.texts(List.of("ReadWriteOnce")))
                        .with("resources", Obj.of("requests", Obj.of("storage", Json.of("1Gi"))));
        return Obj.of("volumeClaimTemplate", Obj.of("spec", spec));
    }

    private void claimFor(
            String namespace, String pod, String uid, String volume, PodGenerator.Role role) {
        if (random.chance(12)) {
            return;
        }
        boolean notOwned =
                switch (role) {
                    case PENDING -> random.chance(10);
                    case BYSTANDER -> false;
                    case RUNNING -> otherOwner;
                };
        otherOwner = otherOwner && role != PodGenerator.Role.RUNNING;
        claims.addFor(
                namespace,
                pod + "-" + volume,
                Obj.builder()
                        .put("apiVersion", "v1")
                        .put("kind", "Pod")
                        .put("name", pod)
                        .put("uid", notOwned ? "uid-of-another" : uid)
                        .put("controller", true)
                        .build());
    }

    /// @param first whether this is the first volume of its pod, because the message contains the
    ///   name of the volume
    private void disk(ObjBuilder volume, boolean first) {
        if (draft.trouble == ErrorInjection.DISK && first && random.chance(30)) {
            sources.addUntranslatable(volume);
        } else {
            sources.addToPod(volume);
        }
    }
}

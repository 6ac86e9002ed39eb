package dev.berth.spi;

/// How long an assumed object replaces the observed one, and whether the change is a cluster event
/// (kube-scheduler: `AssumeCache`).
public enum Assumption {
    /// The assumption holds for the observed version only: the next observed version ends it. It
    /// requeues no pods. PersistentVolumes and PersistentVolumeClaims use this mode.
    OF_THIS_VERSION,
    /// The assumption holds until a version newer than the assumed one is observed. To assume and
    /// to restore are cluster events that can requeue unschedulable pods; the later event that
    /// confirms the assumption is not reported again. ResourceClaims use this mode.
    UNTIL_NEWER
}

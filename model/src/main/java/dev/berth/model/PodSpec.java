package dev.berth.model;

import java.util.List;

/// The spec of a pod: the template, and the fields that can differ between pods of one workload.
public record PodSpec(
        PodTemplate template,
        String nodeName,
        String schedulerName,
        int priority,
        String priorityClassName,
        String preemptionPolicy,
        List<String> schedulingGates,
        List<Volume> volumes,
        String schedulingGroup,
        long terminationGraceSeconds) {
    public static final String DEFAULT_SCHEDULER = "default-scheduler";

    public PodSpec {
        schedulingGates = List.copyOf(schedulingGates);
        volumes = List.copyOf(volumes);
    }

    public PodSpec withNodeName(String node) {
        return new PodSpec(
                template,
                node,
                schedulerName,
                priority,
                priorityClassName,
                preemptionPolicy,
                schedulingGates,
                volumes,
                schedulingGroup,
                terminationGraceSeconds);
    }
}

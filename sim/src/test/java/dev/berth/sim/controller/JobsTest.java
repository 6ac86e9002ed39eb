package dev.berth.sim.controller;

import static dev.berth.sim.controller.JobController.JOB;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.model.Kind;

import org.junit.jupiter.api.Test;

class JobsTest {
    private final ControlledCluster cluster = new ControlledCluster();

    private static String job(String spec) {
        return """
        {'apiVersion': 'batch/v1', 'kind': 'Job', 'metadata': {'name': 'sum', 'namespace': 'default'},
         'spec': {%s
          'template': {'metadata': {'annotations': {'berth.dev/run-seconds': '20'}},
           'spec': {'restartPolicy': 'Never', 'containers': [{'name': 'c', 'image': 'x'}]}}}}\
        """
                .formatted(spec);
    }

    private long status(String count) {
        return cluster.number(JOB, "sum", ".status." + count);
    }

    private void fail(String pod) {
        cluster.patch(Kind.POD, pod, "{'status': {'phase': 'Failed'}}", WriteScope.STATUS);
    }

    @Test
    void aJobRunsItsPodsUntilEnoughHaveSucceeded() {
        cluster.create(job("'parallelism': 2, 'completions': 3,")).seconds(5);
        assertThat(status("active")).isEqualTo(2);
        assertThat(status("ready")).isEqualTo(2);

        cluster.seconds(60);
        assertThat(status("succeeded")).isEqualTo(3);
        assertThat(status("active")).isZero();
        assertThat(cluster.object(JOB, "sum").text()).contains("\"Complete\"", "completionTime");
        assertThat(cluster.pods()).hasSize(3);
        assertThat(cluster.notes()).contains("Completed Job completed");
    }

    @Test
    void failedPodsAreRetriedWithBackoffUpToALimit() {
        cluster.create(job("'backoffLimit': 1,")).seconds(3);
        fail(cluster.pods().getFirst().name());
        cluster.seconds(5);
        assertThat(cluster.pods()).hasSize(1);
        cluster.seconds(10);
        assertThat(cluster.pods()).hasSize(2);
        assertThat(status("failed")).isEqualTo(1);

        cluster.names(Kind.POD).forEach(this::fail);
        cluster.seconds(5);
        assertThat(status("failed")).isEqualTo(2);
        assertThat(cluster.object(JOB, "sum").text()).contains("BackoffLimitExceeded");
    }

    @Test
    void aDeadlineEndsAJob() {
        cluster.create(job("'activeDeadlineSeconds': 10,")).seconds(20);
        assertThat(cluster.object(JOB, "sum").text()).contains("DeadlineExceeded");
        assertThat(cluster.pods()).isEmpty();
    }

    @Test
    void aSuspendedJobHasNoPods() {
        cluster.create(job("'suspend': true,")).seconds(5);
        assertThat(cluster.pods()).isEmpty();
        assertThat(cluster.object(JOB, "sum").text()).contains("JobSuspended");
        cluster.patch(JOB, "sum", "{'spec': {'suspend': false}}").seconds(5);
        assertThat(cluster.pods()).hasSize(1);
        assertThat(cluster.object(JOB, "sum").text()).contains("JobResumed");
    }

    @Test
    void aDeletedJobLeavesNoPods() {
        cluster.create(job("'parallelism': 3,")).seconds(3);
        assertThat(cluster.pods()).hasSize(3);
        cluster.store().delete(JOB, "default", "sum", DeleteRequest.DEFAULT).orThrow();
        cluster.seconds(30);
        assertThat(cluster.pods()).isEmpty();
    }

    @Test
    void podsThatTheJobDeletesAreNotFailures() {
        cluster.create(job("'parallelism': 8, 'completions': 20,")).seconds(3);
        cluster.patch(JOB, "sum", "{'spec': {'parallelism': 1}}").seconds(5);
        assertThat(status("active")).isEqualTo(1);
        cluster.patch(JOB, "sum", "{'spec': {'suspend': true}}").seconds(5);
        assertThat(status("failed")).isZero();
        assertThat(cluster.object(JOB, "sum").text()).doesNotContain("BackoffLimitExceeded");
    }

    @Test
    void unreachableDeadlinesHaveNoEffect() {
        cluster.create(job("'activeDeadlineSeconds': 99999999999,")).seconds(60);
        assertThat(cluster.object(JOB, "sum").text()).contains("\"Complete\"");
    }

    @Test
    void podsOfAnIndexedJobHaveIndexes() {
        cluster.create(job("'completionMode': 'Indexed', 'completions': 4, 'parallelism': 4,"))
                .seconds(3);
        assertThat(cluster.names(Kind.POD))
                .allMatch(name -> name.matches("sum-[0-3]-....."))
                .hasSize(4);
        cluster.seconds(40);
        assertThat(cluster.text(JOB, "sum", ".status.completedIndexes")).isEqualTo("0-3");
        assertThat(status("succeeded")).isEqualTo(4);
    }

    @Test
    void aFinishedJobIsDeletedAfterItsTtl() {
        cluster.create(job("'ttlSecondsAfterFinished': 30,")).seconds(40);
        assertThat(cluster.names(JOB)).containsExactly("sum");
        cluster.seconds(40);
        assertThat(cluster.names(JOB)).isEmpty();
        assertThat(cluster.pods()).isEmpty();
    }
}

package dev.berth.sim.controller;

import static dev.berth.sim.controller.JobController.JOB;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.model.Kind;

import org.junit.jupiter.api.Test;

class JobsTest {
    private final Scene scene = new Scene();

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
        return scene.number(JOB, "sum", ".status." + count);
    }

    private void fail(String pod) {
        scene.patch(Kind.POD, pod, "{'status': {'phase': 'Failed'}}", WriteScope.STATUS);
    }

    @Test
    void aJobRunsItsPodsUntilEnoughHaveSucceeded() {
        scene.create(job("'parallelism': 2, 'completions': 3,")).seconds(5);
        assertThat(status("active")).isEqualTo(2);
        assertThat(status("ready")).isEqualTo(2);

        scene.seconds(60);
        assertThat(status("succeeded")).isEqualTo(3);
        assertThat(status("active")).isZero();
        assertThat(scene.object(JOB, "sum").text()).contains("\"Complete\"", "completionTime");
        assertThat(scene.pods()).hasSize(3);
        assertThat(scene.notes()).contains("Completed Job completed");
    }

    @Test
    void podsThatFailAreTriedAgainAfterAWhileAndNotForEver() {
        scene.create(job("'backoffLimit': 1,")).seconds(3);
        fail(scene.pods().getFirst().name());
        scene.seconds(5);
        assertThat(scene.pods()).hasSize(1);
        scene.seconds(10);
        assertThat(scene.pods()).hasSize(2);
        assertThat(status("failed")).isEqualTo(1);

        scene.names(Kind.POD).forEach(this::fail);
        scene.seconds(5);
        assertThat(status("failed")).isEqualTo(2);
        assertThat(scene.object(JOB, "sum").text()).contains("BackoffLimitExceeded");
    }

    @Test
    void aDeadlineEndsAJob() {
        scene.create(job("'activeDeadlineSeconds': 10,")).seconds(20);
        assertThat(scene.object(JOB, "sum").text()).contains("DeadlineExceeded");
        assertThat(scene.pods()).isEmpty();
    }

    @Test
    void aSuspendedJobHasNoPods() {
        scene.create(job("'suspend': true,")).seconds(5);
        assertThat(scene.pods()).isEmpty();
        assertThat(scene.object(JOB, "sum").text()).contains("JobSuspended");
        scene.patch(JOB, "sum", "{'spec': {'suspend': false}}").seconds(5);
        assertThat(scene.pods()).hasSize(1);
        assertThat(scene.object(JOB, "sum").text()).contains("JobResumed");
    }

    @Test
    void aDeletedJobLeavesNoPods() {
        scene.create(job("'parallelism': 3,")).seconds(3);
        assertThat(scene.pods()).hasSize(3);
        scene.store().delete(JOB, "default", "sum", DeleteRequest.DEFAULT).orThrow();
        scene.seconds(30);
        assertThat(scene.pods()).isEmpty();
    }

    @Test
    void podsThatAreTakenBackAreNoFailures() {
        scene.create(job("'parallelism': 8, 'completions': 20,")).seconds(3);
        scene.patch(JOB, "sum", "{'spec': {'parallelism': 1}}").seconds(5);
        assertThat(status("active")).isEqualTo(1);
        scene.patch(JOB, "sum", "{'spec': {'suspend': true}}").seconds(5);
        assertThat(status("failed")).isZero();
        assertThat(scene.object(JOB, "sum").text()).doesNotContain("BackoffLimitExceeded");
    }

    @Test
    void deadlinesBeyondAllTimeAreNone() {
        scene.create(job("'activeDeadlineSeconds': 99999999999,")).seconds(60);
        assertThat(scene.object(JOB, "sum").text()).contains("\"Complete\"");
    }

    @Test
    void podsOfAnIndexedJobHaveNumbers() {
        scene.create(job("'completionMode': 'Indexed', 'completions': 4, 'parallelism': 4,"))
                .seconds(3);
        assertThat(scene.names(Kind.POD))
                .allMatch(name -> name.matches("sum-[0-3]-....."))
                .hasSize(4);
        scene.seconds(40);
        assertThat(scene.text(JOB, "sum", ".status.completedIndexes")).isEqualTo("0-3");
        assertThat(status("succeeded")).isEqualTo(4);
    }

    @Test
    void aFinishedJobGoesWhenItsTimeIsOver() {
        scene.create(job("'ttlSecondsAfterFinished': 30,")).seconds(40);
        assertThat(scene.names(JOB)).containsExactly("sum");
        scene.seconds(40);
        assertThat(scene.names(JOB)).isEmpty();
        assertThat(scene.pods()).isEmpty();
    }
}

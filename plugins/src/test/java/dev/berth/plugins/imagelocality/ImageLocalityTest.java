package dev.berth.plugins.imagelocality;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Container;
import dev.berth.model.ResourceList;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class ImageLocalityTest {
    private static final long MB = 1024 * 1024;

    private final PluginTester tester = PluginTester.of(new ImageLocality.Provider());

    private static Container container(String image) {
        return new Container(image, image, ResourceList.NONE, ResourceList.NONE, List.of(), false);
    }

    private static PodBuilder running(String first, String... more) {
        PodBuilder pod = pod("p").image(first);
        for (String image : more) {
            pod.container(container(image));
        }
        return pod;
    }

    private static NodeBuilder having(String name, String... imagesOfMegabytes) {
        NodeBuilder node = node(name);
        for (String image : imagesOfMegabytes) {
            node.image(Long.parseLong(image) * MB, "of/" + image + ":latest");
        }
        return node;
    }

    @Test
    void theWorkedExamplesComeOutToTheDigit() {
        tester.nodes(having("a", "40"), having("b", "250"))
                .schedule(running("of/40", "of/250"))
                .scores("a", 0)
                .scores("b", 5);
    }

    @Test
    void imagesOfOneNodeAddUp() {
        tester.nodes(having("a", "40", "300"), having("b", "10"))
                .schedule(running("of/40", "of/300"))
                .scores("a", 7)
                .scores("b", 0);
    }

    @Test
    void anImageCountsByTheShareOfNodesThatHaveIt() {
        tester.nodes(having("a", "4000"), having("b"), having("c"))
                .schedule(running("of/4000", "of/10"))
                .scores("a", 66)
                .scores("b", 0)
                .scores("c", 0);
    }

    @Test
    void threeContainersOnThreeNodes() {
        tester.nodes(having("a", "300", "600", "900"), having("b", "600", "900"), having("c"))
                .schedule(running("of/300", "of/600", "of/900"))
                .scores("a", 36)
                .scores("b", 32)
                .scores("c", 0);
    }

    @Test
    void volumesThatAreImagesCountLikeContainers() {
        tester.nodes(having("a", "300"), having("b", "30"));
        tester.schedule(running("of/30").volume("image", "{\"reference\": \"of/300\"}"))
                .scores("a", 6)
                .scores("b", 0);
        tester.schedule(running("of/30").initContainer(container("of/300"))).scores("a", 6);
    }

    @ParameterizedTest(name = "{0} finds {1}: {2}")
    @CsvSource({
        "app, app:latest, true",
        "app:latest, app:latest, true",
        "app:v1, app:latest, false",
        "app:v1, app:v1, true",
        "registry:5000/app, registry:5000/app:latest, true",
        "registry:5000/app:v1, registry:5000/app:v1, true",
        "app@sha256:abc, app@sha256:abc, true",
        "app, app, false",
    })
    void aNameWithoutTagMeansTheLatest(String wanted, String reported, boolean found) {
        tester.nodes(node("a").image(1023 * MB, reported))
                .schedule(running(wanted))
                .scores("a", found ? 100 : 0);
    }

    @Test
    void theLargestSizesDoNotOverflow() {
        tester.nodes(node("a").image(Long.MAX_VALUE, "x:1").image(Long.MAX_VALUE, "y:1"))
                .schedule(running("x:1", "y:1"))
                .scores("a", 100);
    }

    @Test
    void theSizeComesFromTheFirstNode() {
        tester.nodes(node("a").image(500 * MB, "x:1"), node("b").image(900 * MB, "x:1"))
                .schedule(running("x:1"))
                .scores("a", 48)
                .scores("b", 48);
    }

    @Test
    void itIsNeverSkippedAndHasNoPreScore() {
        tester.nodes(node("a")).schedule(pod("p")).scores("a", 0);
        assertThat(new ImageLocality().hasPreScore()).isFalse();
    }
}

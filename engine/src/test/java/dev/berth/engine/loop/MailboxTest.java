package dev.berth.engine.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Message;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.Node;
import dev.berth.model.ResourceList;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class MailboxTest {
    private final Mailbox mailbox = new Mailbox();

    private static Message node(String name, String color) {
        return new Message.NodeSeen(
                new Node(
                        Meta.named("", name, "uid-" + name).withLabels(Labels.of("color", color)),
                        false,
                        List.of(),
                        ResourceList.NONE,
                        List.of(),
                        List.of(),
                        List.of()));
    }

    private List<Message> drain(int max) {
        var read = new ArrayList<Message>();
        mailbox.drain(read::add, max);
        return read;
    }

    @Test
    void aNewerStateReplacesAnOlderOne() {
        mailbox.accept(node("a", "red"));
        mailbox.accept(node("b", "red"));
        mailbox.accept(node("a", "blue"));
        assertThat(drain(10)).containsExactly(node("a", "blue"), node("b", "red"));
        assertThat(mailbox.coalesced()).isEqualTo(1);
    }

    @Test
    void whatWasReadIsNotReplaced() {
        mailbox.accept(node("a", "red"));
        assertThat(drain(10)).hasSize(1);
        mailbox.accept(node("a", "blue"));
        assertThat(drain(10)).containsExactly(node("a", "blue"));
    }

    @Test
    void aDeletionAndACreationNeverMerge() {
        Message gone = new Message.NodeGone("a");
        mailbox.accept(node("a", "red"));
        mailbox.accept(gone);
        mailbox.accept(node("a", "blue"));
        mailbox.accept(node("a", "green"));
        assertThat(drain(10)).containsExactly(node("a", "red"), gone, node("a", "green"));
    }

    @Test
    void batchesAreBounded() {
        for (int i = 0; i < 5; i++) {
            mailbox.accept(new Message.PodGone("p" + i));
        }
        assertThat(drain(3)).hasSize(3);
        assertThat(drain(3)).hasSize(2);
        assertThat(mailbox.isEmpty()).isTrue();
    }

    @Test
    void manyThreadsLoseNothing() throws InterruptedException {
        int writers = 4;
        int each = 5_000;
        var threads = new ArrayList<Thread>();
        for (int w = 0; w < writers; w++) {
            int writer = w;
            threads.add(
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int i = 0; i < each; i++) {
                                    mailbox.accept(new Message.PodGone(writer + "-" + i));
                                }
                            }));
        }
        var read = new ArrayList<Message>();
        while (read.size() < writers * each) {
            mailbox.await(1_000_000_000L);
            mailbox.drain(read::add, 100);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(read).doesNotHaveDuplicates();
        for (int w = 0; w < writers; w++) {
            String prefix = w + "-";
            assertThat(
                            read.stream()
                                    .map(m -> ((Message.PodGone) m).uid())
                                    .filter(u -> u.startsWith(prefix)))
                    .as("in the order of their writer")
                    .isSortedAccordingTo(
                            java.util.Comparator.comparingInt(
                                    u -> Integer.parseInt(u.substring(prefix.length()))));
        }
    }
}

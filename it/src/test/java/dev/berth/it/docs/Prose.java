package dev.berth.it.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The prose of a Markdown page, without code: headings, table cells, and the sentences of
/// paragraphs and list items.
record Prose(List<Fragment> fragments) {
    /// The part of a page that a text comes from.
    enum Part {
        HEADING,
        CELL,
        SENTENCE
    }

    /// A heading, a table cell or a sentence, with the line at which its paragraph begins. A code
    /// span is the single word `CODE`.
    record Fragment(Part part, int line, String text) {
        int words() {
            return text.isBlank() ? 0 : text.strip().split("\\s+").length;
        }
    }

    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern COMMENT = Pattern.compile("(?s)<!--.*?-->");
    private static final Pattern CODE_SPAN = Pattern.compile("`[^`]*`");
    private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)\\]\\([^)]*\\)");
    private static final Pattern LIST_ITEM = Pattern.compile("^(?:[-*]|\\d+\\.)\\s+");
    private static final Pattern RULE = Pattern.compile("[|\\-: ]+");
    private static final Pattern CELL_BORDER = Pattern.compile("(?<!\\\\)\\|");
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])[)*\"]*\\s+");

    static Prose of(String markdown) {
        return new Reader().read(withoutCodeBlocks(markdown));
    }

    List<Fragment> sentences() {
        return fragments.stream().filter(each -> each.part() == Part.SENTENCE).toList();
    }

    /// Keeps the line breaks, so that line numbers stay right.
    private static String withoutCodeBlocks(String markdown) {
        String text = FENCED.matcher(markdown).replaceAll(Prose::lineBreaks);
        return COMMENT.matcher(text).replaceAll(Prose::lineBreaks);
    }

    private static String lineBreaks(java.util.regex.MatchResult block) {
        return "\n".repeat((int) block.group().lines().count() - 1);
    }

    private static final class Reader {
        private final List<Fragment> fragments = new ArrayList<>();
        private final List<String> paragraph = new ArrayList<>();
        private int start;

        Prose read(String text) {
            int number = 0;
            for (String line : text.split("\n", -1)) {
                number++;
                if (line.startsWith("    ") && paragraph.isEmpty()) {
                    // An indented code block, or a table in a list.
                    continue;
                }
                read(line.strip(), number);
            }
            flush();
            return new Prose(List.copyOf(fragments));
        }

        private void read(String line, int number) {
            if (line.isEmpty()) {
                flush();
            } else if (line.startsWith("|")) {
                flush();
                cells(line, number);
            } else if (line.startsWith("#")) {
                flush();
                add(Part.HEADING, number, line.replaceFirst("^#+ *", ""));
            } else {
                Matcher item = LIST_ITEM.matcher(line);
                if (item.find()) {
                    flush();
                }
                if (paragraph.isEmpty()) {
                    start = number;
                }
                paragraph.add(item.replaceFirst(""));
            }
        }

        private void cells(String row, int number) {
            if (!RULE.matcher(row).matches()) {
                for (String cell : CELL_BORDER.split(row)) {
                    add(Part.CELL, number, cell.strip());
                }
            }
        }

        private void flush() {
            if (!paragraph.isEmpty()) {
                String text = plain(String.join(" ", paragraph));
                for (String sentence : SENTENCE_END.split(text)) {
                    fragments.add(new Fragment(Part.SENTENCE, start, sentence));
                }
                paragraph.clear();
            }
        }

        private void add(Part part, int number, String text) {
            if (!text.isEmpty()) {
                fragments.add(new Fragment(part, number, plain(text)));
            }
        }

        private static String plain(String text) {
            return LINK.matcher(CODE_SPAN.matcher(text).replaceAll("CODE")).replaceAll("$1");
        }
    }
}

package dev.berth.answers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The files that are generated from the records are those of the present records. After a change,
/// `mvn -o -pl answers -am test -Dtest=ContractFilesTest -Dcontract.write=true
/// -Dsurefire.failIfNoSpecifiedTests=false` writes them again.
class ContractFilesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String BEGIN = "<!-- fields, generated -->\n";
    private static final String END = "<!-- end of fields -->\n";

    @Test
    void theTypesOfTheDashboardAreThoseOfTheRecords() throws IOException {
        check(ROOT.resolve("dashboard/page/src/contract.ts"), Contract.typeScript());
    }

    @Test
    void theSchemaIsThatOfTheRecords() throws IOException {
        check(ROOT.resolve("docs/reference/answers-v1.schema.json"), Contract.schema());
    }

    @Test
    void theReferencePageListsTheFieldsOfTheRecords() throws IOException {
        Path page = ROOT.resolve("docs/reference/questions.md");
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END);
        assertThat(end)
                .as("the end of the generated part of " + page)
                .isGreaterThanOrEqualTo(begin);
        check(page, text.substring(0, begin) + Contract.tables() + text.substring(end));
    }

    private static void check(Path file, String wanted) throws IOException {
        if (Boolean.getBoolean("contract.write")) {
            Files.writeString(file, wanted);
        }
        assertThat(Files.readString(file))
                .as("%s is generated; this test says how", ROOT.relativize(file))
                .isEqualTo(wanted);
    }
}

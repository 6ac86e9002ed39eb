package dev.berth.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Types are nouns of the domain; these words say nothing about it.
class NamingTest {
    private static final ArchRule NAMES =
            noClasses()
                    .should()
                    .haveNameMatching(".*(Impl|Manager|Helper|Utils?)(\\$.*)?")
                    .orShould()
                    .haveNameMatching(".*[.$]I[A-Z][a-z]\\w*")
                    .because("a type is named for what it is in the domain");

    @Test
    void typesAreNamedForWhatTheyAre() {
        NAMES.check(Production.CLASSES);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                QueueImpl.class,
                QueueImpl.Row.class,
                NodeManager.class,
                PodHelper.class,
                NodeUtil.class,
                NodeUtils.class,
                IQueue.class
            })
    void aNameThatSaysNothingIsFound(Class<?> type) {
        assertThat(NAMES.evaluate(new ClassFileImporter().importClasses(type)).hasViolation())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(classes = {NamingTest.class, ImpliedRow.class, ID.class})
    void aNameOfTheDomainIsFine(Class<?> type) {
        assertThat(NAMES.evaluate(new ClassFileImporter().importClasses(type)).hasViolation())
                .isFalse();
    }

    record QueueImpl() {
        record Row() {}
    }

    record NodeManager() {}

    record PodHelper() {}

    record NodeUtil() {}

    record NodeUtils() {}

    interface IQueue {}

    record ImpliedRow() {}

    record ID() {}
}

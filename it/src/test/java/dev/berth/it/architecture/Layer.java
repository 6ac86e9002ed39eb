package dev.berth.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.lang.ArchRule;

import java.util.List;
import java.util.stream.Stream;

/// A part of the program and all that it may depend on besides itself and the JDK: other parts,
/// which are packages below `dev.berth` with all below them, and packages of libraries.
record Layer(String name, List<String> parts, List<String> libraries) {
    static Layer of(String name, String... parts) {
        return new Layer(name, List.of(parts), List.of());
    }

    Layer with(String... libraries) {
        return new Layer(name, parts, List.of(libraries));
    }

    String packages() {
        return packages(name);
    }

    ArchRule rule() {
        String[] allowed =
                Stream.of(
                                Stream.of("java..", "org.jspecify.annotations", packages()),
                                parts.stream().map(Layer::packages),
                                libraries.stream().map(library -> library + ".."))
                        .flatMap(names -> names)
                        .toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(packages())
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed);
    }

    private static String packages(String part) {
        return "dev.berth." + part + "..";
    }

    @Override
    public String toString() {
        return name;
    }
}

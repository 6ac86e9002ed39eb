package dev.berth.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClass;

import dev.berth.engine.port.Message;
import dev.berth.engine.view.Query;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Nothing mutable crosses from one thread to another: the types of messages to the scheduling
/// thread and of its answers are immutable, down to the last component.
class ImmutableMessagesTest {
    /// Immutable types of the JDK. A throwable is the one exception: it belongs to the failure that
    /// it caused, and only the log reads it.
    private static final Set<Class<?>> IMMUTABLE =
            Set.of(
                    String.class,
                    Boolean.class,
                    Integer.class,
                    Long.class,
                    Double.class,
                    BigDecimal.class,
                    Duration.class,
                    Instant.class,
                    OptionalInt.class,
                    OptionalLong.class,
                    Throwable.class);

    /// Immutable if their type arguments are, because records copy them; see
    /// [#recordsCopyTheirCollections].
    private static final Set<Class<?>> CONTAINERS =
            Set.of(
                    List.class,
                    Set.class,
                    NavigableSet.class,
                    Map.class,
                    SortedMap.class,
                    Map.Entry.class,
                    Optional.class);

    /// The future through which a query is answered, and a value that a template computes when it
    /// is first needed: threads that compute it at the same time compute equal immutable values.
    private static final Set<String> ALLOWED =
            Set.of(
                    "dev.berth.engine.port.Message$Ask.answer: "
                            + CompletableFuture.class.getName(),
                    "dev.berth.model.PodTemplate.requests: not final",
                    "dev.berth.model.Quantity.text: not final");

    private final Set<Type> visited = new HashSet<>();
    private final List<String> offences = new ArrayList<>();

    @Test
    void messagesAreImmutable() {
        checkMessages();
        assertThat(visited).hasSizeGreaterThan(80);
        assertThat(offences).filteredOn(each -> !ALLOWED.contains(each)).isEmpty();
    }

    private void checkMessages() {
        check(Message.class, "Message");
    }

    private void checkAnswers() {
        for (Class<?> query : Query.class.getPermittedSubclasses()) {
            for (Type question : query.getGenericInterfaces()) {
                check(question, query.getSimpleName());
            }
        }
    }

    @Test
    void answersAreImmutable() {
        checkAnswers();
        assertThat(visited).hasSizeGreaterThan(80);
        assertThat(offences).filteredOn(each -> !ALLOWED.contains(each)).isEmpty();
    }

    /// The records of messages and answers, by their type.
    static Stream<Class<?>> recordsWithCollections() {
        var test = new ImmutableMessagesTest();
        test.checkMessages();
        test.checkAnswers();
        return test.visited.stream()
                .filter(Class.class::isInstance)
                .<Class<?>>map(type -> (Class<?>) type)
                .filter(Class::isRecord)
                .filter(type -> type.getName().startsWith("dev.berth.engine."))
                .filter(type -> collectionsOf(type).findAny().isPresent())
                .sorted(Comparator.comparing(Class::getName));
    }

    private static Stream<RecordComponent> collectionsOf(Class<?> type) {
        return Arrays.stream(type.getRecordComponents())
                .filter(component -> MUTABLE.containsKey(component.getType()));
    }

    /// A mutable collection of each type.
    private static final Map<Class<?>, Supplier<Object>> MUTABLE =
            Map.of(
                    List.class, ArrayList::new,
                    Set.class, HashSet::new,
                    NavigableSet.class, TreeSet::new,
                    Map.class, HashMap::new,
                    SortedMap.class, TreeMap::new);

    @ParameterizedTest
    @MethodSource("recordsWithCollections")
    @SuppressWarnings("unchecked") // Any element will do.
    void recordsCopyTheirCollections(Class<?> type) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        var arguments = new @Nullable Object[components.length];
        var types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            arguments[i] = argument(types[i]);
        }
        Constructor<?> constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        Object message = constructor.newInstance(arguments);
        for (RecordComponent component : collectionsOf(type).toList()) {
            component.getAccessor().setAccessible(true);
            Object collection = component.getAccessor().invoke(message);
            assertThatThrownBy(
                            () -> {
                                if (collection instanceof Map<?, ?> map) {
                                    map.clear();
                                    ((Map<Object, Object>) map).put("key", "value");
                                } else {
                                    ((Collection<Object>) collection).add("value");
                                }
                            })
                    .as(component.getName())
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }

    private static @Nullable Object argument(Class<?> type) {
        if (MUTABLE.containsKey(type)) {
            return MUTABLE.get(type).get();
        }
        if (type.isPrimitive()) {
            return Array.get(Array.newInstance(type, 1), 0);
        }
        return type == String.class ? "" : type == Optional.class ? Optional.empty() : null;
    }

    @Test
    void mutableTypesAreFound() {
        @SuppressWarnings("ArrayRecordComponent") // It is what the test must find.
        record Holder(List<StringBuilder> texts, int[] numbers, Counter counter) {}
        check(Holder.class, "Holder");
        assertThat(offences)
                .containsExactly(
                        Holder.class.getName() + ".texts: java.lang.StringBuilder",
                        Holder.class.getName() + ".numbers: [I",
                        Counter.class.getName() + ".count: not final");
        assertThat(new Counter().next()).isEqualTo(1);
    }

    private static final class Counter {
        private int count;

        int next() {
            return ++count;
        }
    }

    private void check(Type type, String where) {
        if (!visited.add(type)) {
            return;
        }
        switch (type) {
            case ParameterizedType generic -> {
                check(generic.getRawType(), where);
                for (Type argument : generic.getActualTypeArguments()) {
                    check(argument, where);
                }
            }
            case Class<?> plain -> checkClass(plain, where);
            // The type argument is checked where it is given.
            case TypeVariable<?> _ -> {}
            default -> offences.add(where + ": " + type.getTypeName());
        }
    }

    private void checkClass(Class<?> type, String where) {
        if (type.isPrimitive()
                || type.isEnum()
                || IMMUTABLE.contains(type)
                || CONTAINERS.contains(type)) {
            return;
        }
        if (type.isSealed()) {
            Arrays.stream(type.getPermittedSubclasses()).forEach(each -> check(each, where));
        } else if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                check(component.getGenericType(), type.getName() + "." + component.getName());
            }
        } else if (type.isInterface() && type.getName().startsWith("dev.berth.")) {
            Production.CLASSES.get(type).getAllSubclasses().stream()
                    .map(JavaClass::reflect)
                    .forEach(each -> check(each, where));
        } else if (type.getName().startsWith("dev.berth.")
                && Modifier.isFinal(type.getModifiers())) {
            checkFields(type);
        } else {
            offences.add(where + ": " + type.getName());
        }
    }

    /// A class hides its fields, so that arrays in them can be immutable in effect.
    private void checkFields(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            int modifiers = field.getModifiers();
            if (!Modifier.isStatic(modifiers)) {
                if (!Modifier.isFinal(modifiers)) {
                    offences.add(type.getName() + "." + field.getName() + ": not final");
                }
                if (!field.getType().isArray()) {
                    check(field.getGenericType(), type.getName() + "." + field.getName());
                }
            }
        }
    }
}

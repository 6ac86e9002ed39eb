package dev.berth.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;

import dev.berth.engine.port.Message;
import dev.berth.engine.view.Query;

import org.junit.jupiter.api.Test;

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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;

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

    /// Immutable if their type arguments are, because records copy them or receive them from
    /// methods that return immutable ones.
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
        check(Message.class, "Message");
        assertThat(visited).hasSizeGreaterThan(80);
        assertThat(offences).filteredOn(each -> !ALLOWED.contains(each)).isEmpty();
    }

    @Test
    void answersAreImmutable() {
        for (Class<?> query : Query.class.getPermittedSubclasses()) {
            for (Type question : query.getGenericInterfaces()) {
                check(question, query.getSimpleName());
            }
        }
        assertThat(visited).hasSizeGreaterThan(80);
        assertThat(offences).filteredOn(each -> !ALLOWED.contains(each)).isEmpty();
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

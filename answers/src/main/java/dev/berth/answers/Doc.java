package dev.berth.answers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Describes a field of an answer, for the JSON schema, the TypeScript types and the reference
/// page.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Doc {
    /// The description, a phrase without a full stop.
    String value();

    /// The values that this version writes, if there are only a few. Later versions may add some.
    String[] oneOf() default {};
}

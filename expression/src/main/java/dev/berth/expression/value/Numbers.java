package dev.berth.expression.value;

import org.jspecify.annotations.Nullable;

/// Comparisons and conversions between the three types of numbers.
public final class Numbers {
    private static final ErrorValue NAN = new ErrorValue("NaN values cannot be ordered");
    private static final double TWO_TO_63 = 0x1p63;
    private static final double TWO_TO_64 = 0x1p64;

    private Numbers() {}

    static Value equal(Value left, Value right) {
        if (!isNumber(right) || isNan(left) || isNan(right)) {
            return BoolValue.FALSE;
        }
        return BoolValue.of(order(left, right) == 0);
    }

    static Value compare(Value left, Value right) {
        if (isNan(left)) {
            return NAN;
        }
        if (!isNumber(right)) {
            return right.asMissingOverload();
        }
        return isNan(right) ? NAN : IntValue.of(order(left, right));
    }

    private static boolean isNumber(Value value) {
        return value instanceof IntValue
                || value instanceof UintValue
                || value instanceof DoubleValue;
    }

    private static boolean isNan(Value value) {
        return value instanceof DoubleValue number && Double.isNaN(number.value());
    }

    private static int order(Value left, Value right) {
        return switch (left) {
            case DoubleValue number -> order(number.value(), right);
            case IntValue number -> order(number.value(), right);
            case UintValue number -> order(number, right);
            default -> throw new IllegalArgumentException(left.goType());
        };
    }

    private static int order(double left, Value right) {
        return switch (right) {
            case DoubleValue number -> order(left, number.value());
            case IntValue number -> order(left, number.value());
            case UintValue number -> order(left, number);
            default -> throw new IllegalArgumentException(right.goType());
        };
    }

    private static int order(long left, Value right) {
        return switch (right) {
            case DoubleValue number -> -order(number.value(), left);
            case IntValue number -> Long.compare(left, number.value());
            case UintValue number -> order(left, number.bits());
            default -> throw new IllegalArgumentException(right.goType());
        };
    }

    private static int order(UintValue left, Value right) {
        return switch (right) {
            case DoubleValue number -> -order(number.value(), left);
            case IntValue number -> -order(number.value(), left.bits());
            case UintValue number -> Long.compareUnsigned(left.bits(), number.bits());
            default -> throw new IllegalArgumentException(right.goType());
        };
    }

    // Double.compare orders -0.0 before 0.0.
    private static int order(double left, double right) {
        return left < right ? -1 : left > right ? 1 : 0;
    }

    private static int order(double left, long right) {
        if (left < -TWO_TO_63) {
            return -1;
        }
        return left > TWO_TO_63 ? 1 : order(left, (double) right);
    }

    private static int order(double left, UintValue right) {
        if (left < 0) {
            return -1;
        }
        return left > TWO_TO_64 ? 1 : order(left, right.toDouble());
    }

    /// The order of a signed and an unsigned integer.
    private static int order(long left, long unsigned) {
        return left < 0 || unsigned < 0 ? -1 : Long.compare(left, unsigned);
    }

    static boolean fitsInt(double value) {
        return value > -TWO_TO_63 && value < TWO_TO_63;
    }

    static boolean fitsUint(double value) {
        return value >= 0 && value < TWO_TO_64;
    }

    static long toUnsigned(double value) {
        return value < TWO_TO_63 ? (long) value : (long) (value - TWO_TO_63) + Long.MIN_VALUE;
    }

    static double unsignedToDouble(long bits) {
        // The lowest bit is kept, so that the half is rounded like the whole.
        return (double) (bits >>> 1 | bits & 1) * 2;
    }

    /// The integer that an index of a list stands for, or null.
    public static @Nullable Long index(Value index) {
        return switch (index) {
            case IntValue number -> number.value();
            case DoubleValue number when isWhole(number.value()) -> (long) number.value();
            case UintValue number when number.bits() >= 0 -> number.bits();
            default -> null;
        };
    }

    static boolean isWhole(double value) {
        return fitsInt(value) && (double) (long) value == value;
    }
}

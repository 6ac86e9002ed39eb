package dev.berth.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.berth.model.Quantity.Format;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.Stream;

class QuantityTest {
    private static final List<String> SUFFIXES =
            List.of(
                    "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi",
                    "Ei", "e3", "e-3", "e1");

    private static Stream<String[]> rows(String resource) throws IOException {
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(
                                QuantityTest.class.getResourceAsStream(resource),
                                StandardCharsets.UTF_8))) {
            return lines
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t", -1))
                    .toList()
                    .stream();
        }
    }

    record Reading(String text, String expected) {}

    static Stream<Reading> readings() throws IOException {
        return rows("quantities.tsv")
                .map(row ->
                        new Reading(row[0], String.join(" ", List.of(row).subList(1, row.length))));
    }

    @ParameterizedTest
    @MethodSource("readings")
    void parsesTheSameTextsAsKubernetes(Reading reading) {
        if (reading.expected.equals("-")) {
            assertThatThrownBy(() -> Quantity.parse(reading.text))
                    .isInstanceOf(QuantityException.class)
                    .hasMessageContaining("is not a quantity: ");
        } else {
            assertThat(shown(Quantity.parse(reading.text))).isEqualTo(reading.expected);
        }
    }

    record Pair(String first, String second, int compared, String sum, String difference) {}

    static Stream<Pair> pairs() throws IOException {
        return rows("quantity-sums.tsv")
                .map(row ->
                        new Pair(
                                row[0],
                                row[1],
                                Integer.parseInt(row[2]),
                                String.join(" ", List.of(row).subList(3, 8)),
                                String.join(" ", List.of(row).subList(8, 13))));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void addsSubtractsAndComparesAsKubernetesDoes(Pair pair) {
        Quantity first = Quantity.parse(pair.first);
        Quantity second = Quantity.parse(pair.second);

        assertThat(first.compareTo(second)).isEqualTo(pair.compared);
        assertThat(shown(first.add(second))).isEqualTo(pair.sum);
        assertThat(shown(first.subtract(second))).isEqualTo(pair.difference);
    }

    private static String shown(Quantity quantity) {
        String format =
                switch (quantity.format()) {
                    case DECIMAL_SI -> "DecimalSI";
                    case BINARY_SI -> "BinarySI";
                    case DECIMAL_EXPONENT -> "DecimalExponent";
                };
        return quantity
                + " "
                + quantity.value()
                + " "
                + quantity.milliValue()
                + " "
                + quantity.sign()
                + " "
                + format;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "1x        | '\"1x\" is not a quantity: unknown suffix \"x\"'",
                "1e        | '\"1e\" is not a quantity: unknown suffix \"e\"'",
                "' 1'      | '\" 1\" is not a quantity: it does not begin with a number'",
                "１         | '\"１\" is not a quantity: it does not begin with a number'",
                "''        | '\"\" is not a quantity: it is empty'",
                ".e-20     | '\".e-20\" is not a quantity: it has no digits'",
                "1\u001b[m | '\"1\\u001b[m\" is not a quantity: unknown suffix \"\\u001b[m\"'",
            })
    void messagesContainTheProblem(String text, String message) {
        assertThatThrownBy(() -> Quantity.parse(text)).hasMessage(message);
    }

    @Test
    void tenThousandDigitsAreAnAmount() {
        String digits = "9".repeat(10_000);

        Quantity quantity = Quantity.parse(digits);

        assertThat(quantity.toBigDecimal()).isEqualByComparingTo(new BigDecimal(digits));
        assertThat(quantity).hasToString(digits);
        assertThat(Quantity.parse("0." + digits)).hasToString("1");
        assertThat(Quantity.parse(digits + "Ki").value()).isEqualTo(Long.MAX_VALUE);
    }

    record HugeSum(
            String first,
            String second,
            long value,
            long milliValue,
            long differenceValue,
            long differenceMilliValue) {}

    /// The values of k8s.io/apimachinery v0.36.4, which expands all digits.
    static Stream<HugeSum> hugeSums() {
        long min = Long.MIN_VALUE;
        String digits = "1234567890123456789";
        return Stream.of(
                new HugeSum("1e10002", "1", 1, 1000, -1, -1000),
                new HugeSum("1e10002", "1m", 1, 1, 0, -1),
                new HugeSum("1e20000", "1e15000", min, min, min, min),
                new HugeSum("1e30000", "1e10000", min, min, min, min),
                new HugeSum(
                        "1e12000",
                        digits + "e3",
                        -1363962815083169272L,
                        1096246371337547584L,
                        1363962815083169272L,
                        -1096246371337547584L),
                new HugeSum(digits + "e12000", "7", 7, 7000, -7, -7000),
                new HugeSum(
                        digits + "e12000",
                        "1e30",
                        5076944270305263616L,
                        4089650035136921600L,
                        -5076944270305263616L,
                        -4089650035136921600L));
    }

    @ParameterizedTest
    @MethodSource("hugeSums")
    void sumsOfHugeAmountsHaveTheValuesOfKubernetes(HugeSum sum) {
        Quantity first = Quantity.parse(sum.first);
        Quantity second = Quantity.parse(sum.second);

        assertThat(first).isGreaterThan(second);
        assertThat(first.add(second)).isGreaterThan(second);
        assertThat(first.add(second).value()).isEqualTo(sum.value);
        assertThat(first.add(second).milliValue()).isEqualTo(sum.milliValue);
        assertThat(second.add(first).value()).isEqualTo(sum.value);
        assertThat(first.subtract(second).value()).isEqualTo(sum.differenceValue);
        assertThat(first.subtract(second).milliValue()).isEqualTo(sum.differenceMilliValue);
    }

    @Test
    void aScaleBeyond32BitsWrapsAsInKubernetes() {
        Quantity huge = Quantity.parse("1e2147483647");

        assertThat(huge.add(Quantity.parse("1m"))).hasToString("2e-3");
        assertThat(huge)
                .isGreaterThan(Quantity.parse("1m"))
                .isEqualTo(Quantity.parse("1e2147483647"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e2147483647",
                "-1e2000000000",
                "12345678901234567890e2147483647",
                "-12345678901234567890e2147483647",
                "12345678901234567890.5e-2147483648",
                "1e-2147483648",
                "0.00000000000000000000e2147483647",
                "100000000000000000000e2147483647",
            })
    void everyOperationOnAHugeAmountIsFast(String text) {
        assertTimeout(
                Duration.ofSeconds(30),
                () -> {
                    Quantity huge = Quantity.parse(text);
                    Quantity sum = Quantity.ZERO;
                    for (int i = 0; i < 500; i++) {
                        sum =
                                sum.add(huge)
                                        .add(Quantity.parse("1e" + (i * 20_000L)))
                                        .add(Quantity.of(1));
                    }
                    assertThat(sum.value()).isEqualTo(sum.add(Quantity.ZERO).value());
                    assertThat(huge)
                            .isEqualTo(Quantity.parse(text))
                            .hasSameHashCodeAs(Quantity.parse(text));
                    assertThat(huge.compareTo(Quantity.of(1)))
                            .isEqualTo(huge.compareTo(Quantity.of(2)));
                    assertThat(huge.toString()).isNotEmpty();
                    assertThat(sum.toString()).isNotEmpty();
                    assertThat(huge.negate().sign()).isEqualTo(-huge.sign());
                });
    }

    @Test
    void aMillionDigitsAreAnAmount() {
        String digits = "7".repeat(999_999) + "1";

        assertTimeout(
                Duration.ofSeconds(2),
                () -> {
                    Quantity many = Quantity.parse(digits);
                    assertThat(many.value())
                            .isEqualTo(
                                    new BigInteger(digits.substring(digits.length() - 64))
                                            .longValue());
                    assertThat(many).isGreaterThan(Quantity.parse("9".repeat(9_000)));
                    assertThat(Quantity.parse("-" + digits).add(many).sign()).isZero();
                    assertThat(Quantity.parse("0." + digits)).hasToString("777777778n");
                    assertThat(Quantity.parse("5." + digits).value()).isEqualTo(6);
                    assertThat(Quantity.parse("5." + "0".repeat(50_000)).value()).isEqualTo(5);
                    assertThat(Quantity.parse("5." + "0".repeat(50_000) + "1").milliValue())
                            .isEqualTo(5_001);
                    assertThat(Quantity.parse("0." + "0".repeat(50_000) + "7e50001"))
                            .isEqualTo(Quantity.of(7));
                    assertThat(Quantity.parse(digits + "e-999999").value()).isEqualTo(8);
                    assertThat(Quantity.parse(digits + "e-2147483647")).hasToString("1e-9");
                    assertThat(Quantity.parse("1." + "0".repeat(50_000) + "1Ki").milliValue())
                            .isEqualTo(1_024_001);
                    assertThat(Quantity.parse(digits + "Ki").value()).isEqualTo(Long.MAX_VALUE);
                });
    }

    @Test
    void amountsWrittenDifferentlyAreEqual() {
        assertThat(Quantity.parse("1500m"))
                .isEqualTo(Quantity.parse("1.5"))
                .isEqualTo(Quantity.parse("1500000000n"))
                .hasSameHashCodeAs(Quantity.parse("15e-1"))
                .isNotEqualTo(Quantity.parse("1501m"));
        assertThat(Quantity.parse("8Ei"))
                .isEqualTo(Quantity.of(Long.MAX_VALUE))
                .hasSameHashCodeAs(Quantity.of(Long.MAX_VALUE));
        assertThat(Quantity.parse("0e-50"))
                .isEqualTo(Quantity.ZERO)
                .hasSameHashCodeAs(Quantity.ZERO);
    }

    @Test
    void theLargerOfTwoIsTheFirstOfEqualOnes() {
        Quantity one = Quantity.parse("1");
        Quantity same = Quantity.parse("1000m");
        Quantity more = Quantity.parse("1001m");

        assertThat(Quantity.max(one, same)).isSameAs(one);
        assertThat(Quantity.max(one, more)).isSameAs(more);
        assertThat(Quantity.max(more, one)).isSameAs(more);
    }

    @Test
    void amountsCanBeCreatedFromNumbers() {
        assertThat(Quantity.of(5)).hasToString("5");
        assertThat(Quantity.ofMillis(2500)).hasToString("2500m");
        assertThat(Quantity.of(3L << 30, Format.BINARY_SI)).hasToString("3Gi");
        assertThat(Quantity.ofScaled(12, 6, Format.DECIMAL_EXPONENT)).hasToString("12e6");
        assertThat(Quantity.of(Long.MIN_VALUE).negate().value()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void theBigRepresentationChangesOnlyTheOverflow() {
        Quantity tenExa = Quantity.parse("10E");

        assertThat(tenExa.value()).isZero();
        assertThat(tenExa.promoted()).isEqualTo(tenExa).hasToString("10E");
        assertThat(tenExa.promoted().value()).isEqualTo(-8446744073709551616L);
    }

    @Test
    void sumsDoNotDependOnTheOrder() {
        var seed = new Seed();
        SplittableRandom random = seed.random();
        for (int round = 0; round < 300; round++) {
            var amounts = new ArrayList<Quantity>();
            for (int i = random.nextInt(1, 12); i > 0; i--) {
                amounts.add(anyQuantity(random));
            }
            Quantity sum = sum(amounts);
            Collections.shuffle(amounts, new Random(random.nextLong()));

            assertThat(sum(amounts)).as("%s", seed).isEqualTo(sum);
            assertThat(sum.toBigDecimal())
                    .as("%s", seed)
                    .isEqualByComparingTo(
                            amounts.stream()
                                    .map(Quantity::toBigDecimal)
                                    .reduce(BigDecimal.ZERO, BigDecimal::add));
        }
    }

    @Test
    void aThousandContainersOfTheLargestAmountAreAddedExactly() {
        Quantity sum = sum(Collections.nCopies(1_000, Quantity.parse("9223372036854775807")));

        assertThat(sum.toBigDecimal())
                .isEqualByComparingTo(BigDecimal.valueOf(Long.MAX_VALUE).scaleByPowerOfTen(3));
        assertThat(sum).hasToString("9223372036854775807k");
    }

    @Test
    void printedAmountsParseToTheSameAmount() {
        var seed = new Seed();
        SplittableRandom random = seed.random();
        for (int round = 0; round < 3_000; round++) {
            Quantity quantity = anyQuantity(random);
            // There is no suffix beyond exa, so the text loses it.
            if (quantity.toBigDecimal().abs().compareTo(new BigDecimal("1e18")) >= 0) {
                continue;
            }
            Quantity again = Quantity.parse(quantity.toString());

            assertThat(again).as("%s %s", seed, quantity).isEqualTo(quantity);
            // A number without a suffix does not show whether its format is decimal or binary.
            if (quantity.add(Quantity.ZERO).toString().matches("-?\\d+")) {
                continue;
            }
            assertThat(again.add(Quantity.ZERO))
                    .as("%s %s", seed, quantity)
                    .hasToString(quantity.add(Quantity.ZERO).toString());
        }
    }

    @Test
    void comparisonIsNumeric() {
        var seed = new Seed();
        SplittableRandom random = seed.random();
        for (int round = 0; round < 3_000; round++) {
            Quantity left = anyQuantity(random);
            Quantity right = random.nextInt(5) == 0 ? left.add(Quantity.ZERO) : anyQuantity(random);

            int order = left.toBigDecimal().compareTo(right.toBigDecimal());
            assertThat(left.compareTo(right)).as("%s %s %s", seed, left, right).isEqualTo(order);
            assertThat(left.subtract(right).sign()).as("%s", seed).isEqualTo(order);
            if (order == 0) {
                assertThat(left).as("%s", seed).isEqualTo(right).hasSameHashCodeAs(right);
            }
        }
    }

    private static Quantity sum(List<Quantity> amounts) {
        return amounts.stream().reduce(Quantity.ZERO, Quantity::add);
    }

    private static Quantity anyQuantity(SplittableRandom random) {
        var text = new StringBuilder(random.nextInt(4) == 0 ? "-" : "");
        digits(text, random, random.nextInt(1, 20));
        if (random.nextInt(3) == 0) {
            text.append('.');
            digits(text, random, random.nextInt(1, 11));
        }
        text.append(SUFFIXES.get(random.nextInt(SUFFIXES.size())));
        return Quantity.parse(text.toString());
    }

    private static void digits(StringBuilder text, SplittableRandom random, int count) {
        for (int i = 0; i < count; i++) {
            text.append("0009123456789".charAt(random.nextInt(13)));
        }
    }
}

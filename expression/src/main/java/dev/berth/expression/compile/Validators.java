package dev.berth.expression.compile;

import berth.cel.common.CelAbstractSyntaxTree;
import berth.cel.common.ast.CelConstant;
import berth.cel.common.ast.CelExpr;
import berth.cel.common.ast.CelExpr.CelCall;
import berth.cel.common.ast.CelExpr.CelComprehension;
import berth.cel.common.ast.CelExpr.CelList;
import berth.cel.common.ast.CelExpr.CelMap;
import berth.cel.common.ast.CelExpr.ExprKind.Kind;
import berth.cel.common.types.CelKind;
import berth.cel.common.types.CelType;
import berth.cel.common.types.OptionalType;
import berth.cel.google.re2j.Pattern;
import berth.cel.google.re2j.PatternSyntaxException;

import dev.berth.expression.function.StringFormat;
import dev.berth.expression.function.StringFormat.FormatException;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// Checks of literals that follow the type check: lists and maps of one type, format strings, and
/// regular expressions. Invalid durations and timestamps fail when they are converted.
final class Validators {
    private final CelAbstractSyntaxTree checked;

    private Validators(CelAbstractSyntaxTree checked) {
        this.checked = checked;
    }

    static void validate(CelAbstractSyntaxTree checked) throws CompileException {
        new Validators(checked).visit(checked.getExpr(), false);
    }

    /// @param isFormatted if the expression is a part of the arguments of `format`, where types can
    ///   be mixed
    private void visit(CelExpr expression, boolean isFormatted) throws CompileException {
        switch (expression.getKind()) {
            case SELECT -> visit(expression.select().operand(), isFormatted);
            case CALL -> visitCall(expression.call(), isFormatted);
            case LIST -> visitList(expression.list(), isFormatted);
            case MAP -> visitMap(expression.map(), isFormatted);
            case COMPREHENSION -> {
                CelComprehension loop = expression.comprehension();
                visit(loop.iterRange(), isFormatted);
                visit(loop.accuInit(), isFormatted);
                visit(loop.loopCondition(), isFormatted);
                visit(loop.loopStep(), isFormatted);
                visit(loop.result(), isFormatted);
            }
            default -> {}
        }
    }

    private CelType type(CelExpr expression) {
        return checked.getTypeOrThrow(expression.id());
    }

    private void visitCall(CelCall call, boolean isFormatted) throws CompileException {
        boolean formats = isFormatted || call.function().equals("format");
        if (call.target().isPresent()) {
            visit(call.target().get(), formats);
        }
        for (CelExpr argument : call.args()) {
            visit(argument, formats);
        }
        if (call.function().equals("format") && call.target().isPresent()) {
            checkFormat(call.target().get(), call.args());
        }
        if (call.function().equals("matches")) {
            checkRegex(call.args().get(0));
        }
    }

    private static @Nullable String text(CelExpr expression) {
        return expression.getKind() == Kind.CONSTANT
                        && expression.constant().getKind() == CelConstant.Kind.STRING_VALUE
                ? expression.constant().stringValue()
                : null;
    }

    // Parity: the first argument is checked, which for the function is not the pattern.
    private static void checkRegex(CelExpr argument) throws CompileException {
        String pattern = text(argument);
        if (pattern != null) {
            try {
                Pattern.compile(pattern);
            } catch (PatternSyntaxException invalid) {
                throw new CompileException("compilation failed: invalid matches argument");
            }
        }
    }

    private void visitList(CelList list, boolean isFormatted) throws CompileException {
        CelType first = null;
        for (int i = 0; i < list.elements().size(); i++) {
            CelExpr element = list.elements().get(i);
            visit(element, isFormatted);
            if (!isFormatted) {
                first = common(first, element, list.optionalIndices().contains(i));
            }
        }
    }

    private void visitMap(CelMap map, boolean isFormatted) throws CompileException {
        CelType key = null;
        CelType value = null;
        for (CelMap.Entry entry : map.entries()) {
            visit(entry.key(), isFormatted);
            visit(entry.value(), isFormatted);
            if (!isFormatted) {
                key = common(key, entry.key(), false);
                value = common(value, entry.value(), entry.optionalEntry());
            }
        }
    }

    private CelType common(@Nullable CelType first, CelExpr element, boolean isOptional)
            throws CompileException {
        CelType type = type(element);
        if (isOptional) {
            if (!(type instanceof OptionalType)) {
                throw new CompileException(
                        "compilation failed: an optional element of type " + Types.text(type));
            }
            type = type.parameters().get(0);
        }
        if (first != null && !Types.text(first).equals(Types.text(type))) {
            throw new CompileException(
                    "compilation failed: expected type '"
                            + Types.text(first)
                            + "' but found '"
                            + Types.text(type)
                            + "'");
        }
        return first == null ? type : first;
    }

    private void checkFormat(CelExpr target, List<CelExpr> arguments) throws CompileException {
        String format = text(target);
        if (format == null || arguments.size() != 1 || arguments.get(0).getKind() != Kind.LIST) {
            return;
        }
        List<CelExpr> elements = arguments.get(0).list().elements();
        var seen = new Elements(elements);
        try {
            StringFormat.format(format, seen);
        } catch (FormatException invalid) {
            throw new CompileException("compilation failed: " + invalid.getMessage());
        }
        if (seen.highest < elements.size()) {
            throw new CompileException(
                    "compilation failed: too many arguments supplied to string.format (expected "
                            + seen.highest
                            + ", got "
                            + elements.size()
                            + ")");
        }
    }

    /// The types of the arguments of a format string.
    private final class Elements implements StringFormat.Arguments {
        private final List<CelExpr> elements;
        private int highest;

        Elements(List<CelExpr> elements) {
            this.elements = elements;
        }

        @Override
        public int size() {
            return elements.size();
        }

        @Override
        public String format(int argument, char clause, int precision) throws FormatException {
            highest = argument + 1;
            CelExpr element = elements.get(argument);
            if (clause == 's') {
                checkString(element);
            } else if (type(element).kind() != CelKind.DYN
                    && !accepts(clause, type(element).kind())) {
                throw StringFormat.mismatch(clause, Types.name(type(element)));
            }
            return "";
        }

        private static boolean accepts(char clause, CelKind kind) {
            return switch (clause) {
                case 'd', 'o' -> kind == CelKind.INT || kind == CelKind.UINT;
                case 'f', 'e' -> kind == CelKind.DOUBLE || kind == CelKind.STRING;
                case 'b' -> kind == CelKind.INT || kind == CelKind.UINT || kind == CelKind.BOOL;
                default ->
                        kind == CelKind.INT
                                || kind == CelKind.UINT
                                || kind == CelKind.STRING
                                || kind == CelKind.BYTES;
            };
        }

        private void checkString(CelExpr element) throws FormatException {
            boolean fits =
                    switch (type(element).kind()) {
                        case DYN,
                                LIST,
                                MAP,
                                INT,
                                UINT,
                                DOUBLE,
                                BOOL,
                                STRING,
                                TIMESTAMP,
                                BYTES,
                                DURATION,
                                TYPE,
                                NULL_TYPE ->
                                true;
                        default -> false;
                    };
            if (!fits) {
                throw StringFormat.mismatch('s', Types.name(type(element)));
            }
            if (element.getKind() == Kind.LIST) {
                for (CelExpr part : element.list().elements()) {
                    checkString(part);
                }
            } else if (element.getKind() == Kind.MAP) {
                for (CelMap.Entry entry : element.map().entries()) {
                    checkString(entry.key());
                    checkString(entry.value());
                }
            }
        }
    }
}

import { describe, expect, it } from 'vitest';
import { amount, bytes, cores, count, micros, percent, percentText, plural, span, visible } from '../src/format';

describe('figures', () => {
    it.each([
        [0, '0'],
        [250, '250m'],
        [1000, '1'],
        [1500, '1.5'],
        [10550, '10.55'],
        [4_384_000, '4,384'],
    ])('tells %d millicores as %s', (millis, text) => expect(cores(millis)).toBe(text));

    it.each([
        [0, '0'],
        [1023, '1023'],
        [1024, '1Ki'],
        [1536 * 1024, '1.5Mi'],
        [128 * 1024 ** 3, '128Gi'],
        [18.75 * 1024 ** 4, '18.8Ti'],
        [250.4 * 1024 ** 2, '250Mi'],
    ])('tells %d bytes as %s', (value, text) => expect(bytes(value)).toBe(text));

    it('tells each resource in its own unit', () => {
        expect(amount('cpu', 500)).toBe('500m');
        expect(amount('memory', 1024 ** 3)).toBe('1Gi');
        expect(amount('ephemeral-storage', 2048)).toBe('2Ki');
        expect(amount('hugepages-2Mi', 4 * 1024 ** 2)).toBe('4Mi');
        expect(amount('pods', 1500)).toBe('1,500');
        expect(amount('example.com/gpu', 8)).toBe('8');
    });

    it('takes nothing of nothing for empty, and something of nothing for full', () => {
        expect(percent(0, 0)).toBe(0);
        expect(percent(1, 0)).toBe(100);
        expect(percent(1, 4)).toBe(25);
        expect(percentText(0.4)).toBe('<1%');
        expect(percentText(0)).toBe('0%');
        expect(percentText(99.6)).toBe('100%');
    });

    it('groups thousands and finds the right number', () => {
        expect(count(50000)).toBe('50,000');
        expect(plural(1, 'pod')).toBe('1 pod');
        expect(plural(2000, 'pod')).toBe('2,000 pods');
    });
});

describe('time', () => {
    it.each([
        [-5_000, '0s'],
        [0, '0s'],
        [119_999, '119s'],
        [120_000, '2m'],
        [252_000, '4m12s'],
        [600_000, '10m'],
        [3 * 3_600_000, '3h'],
        [3 * 3_600_000 + 300_000, '3h5m'],
        [26 * 3_600_000, '26h'],
        [52 * 3_600_000, '2d4h'],
        [9 * 86_400_000, '9d'],
    ])('tells %d ms as %s', (millis, text) => expect(span(millis)).toBe(text));

    it.each([
        [85, '85 µs'],
        [1_200, '1.2 ms'],
        [2_000, '2 ms'],
        [250_400, '250 ms'],
        [3_400_000, '3.4 s'],
    ])('tells %d µs as %s', (value, text) => expect(micros(value)).toBe(text));
});

describe('names', () => {
    it('leaves ordinary names, of any script, as they are', () => {
        for (const name of ['web-1', 'größe', '日本', 'عربي', '🚢', '<b>&amp;']) {
            expect(visible(name)).toBe(name);
        }
    });

    it.each([
        ['\u202egnp.exe', '⟨U+202E⟩gnp.exe'],
        ['a\u001b[31m', 'a⟨U+001B⟩[31m'],
        ['a\nb\tc', 'a⟨U+000A⟩b⟨U+0009⟩c'],
        ['\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
        ['a\u200bb\ufeff', 'a⟨U+200B⟩b⟨U+FEFF⟩'],
        ['\u0085\u009b', '⟨U+0085⟩⟨U+009B⟩'],
        ['half\ud83d', 'half⟨U+D83D⟩'],
        ['\u061c\u00ad', '⟨U+061C⟩⟨U+00AD⟩'],
    ])('makes what is hidden in %j visible', (name, shown) => expect(visible(name)).toBe(shown));
});

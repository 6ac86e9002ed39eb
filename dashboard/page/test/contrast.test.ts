import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../src/page.css'), 'utf8');

function tokens(selector: string): Map<string, string> {
    const start = css.indexOf(`${selector} {`);
    const body = css.slice(start, css.indexOf('}', start));
    return new Map([...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((match) => [match[1] ?? '', match[2] ?? '']));
}

function luminance(colour: string): number {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
        const channel = parseInt(colour.slice(start, start + 2), 16) / 255;
        return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
    const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
}

/** Text on what it stands on. axe cannot judge rows that lie on one another, so the colours themselves are judged here. */
const TEXT: [string, string][] = [
    ['text', 'bg'],
    ['text', 'surface'],
    ['text', 'sunken'],
    ['text', 'raised'],
    ['text', 'accent-soft'],
    ['text', 'warn-soft'],
    ['text', 'bad-soft'],
    ['muted', 'bg'],
    ['muted', 'surface'],
    ['muted', 'sunken'],
    ['muted', 'raised'],
    ['muted', 'accent-soft'],
    ['accent-text', 'surface'],
    ['accent-text', 'bg'],
    ['accent-text', 'sunken'],
    ['accent-text', 'accent-soft'],
    ['on-accent', 'accent'],
    ['good', 'surface'],
    ['good', 'good-soft'],
    ['warn', 'warn-soft'],
    ['bad', 'surface'],
    ['bad', 'bad-soft'],
];

/** Lines and marks that tell something. */
const MARKS: [string, string][] = [
    ...[1, 2, 3, 4, 5, 6].map((line): [string, string] => [`line-${line}`, 'surface']),
    ['focus', 'surface'],
    ['focus', 'bg'],
    ['accent', 'heat-low'],
    ['heat-high', 'heat-low'],
    ['bad', 'heat-low'],
    ['taint', 'heat-low'],
];

describe.each([
    ['light', ':root'],
    ['dark', ":root[data-theme='dark']"],
])('%s', (_, selector) => {
    const colours = tokens(selector);
    const of = (name: string) => colours.get(name) ?? expect.fail(`no colour --${name}`);

    it.each(TEXT)('%s can be read on %s', (front, back) => expect(contrast(of(front), of(back))).toBeGreaterThanOrEqual(4.5));
    it.each(MARKS)('%s can be told from %s', (front, back) => expect(contrast(of(front), of(back))).toBeGreaterThanOrEqual(3));
});

import { describe, expect, it } from 'vitest';
import { pagesOf, scrollTo, windowOf } from '../src/window';

describe('the rows that are seen', () => {
    it('are those in view and a few around them', () => {
        expect(windowOf(0, 280, 28, 50_000, 6)).toEqual({ from: 0, to: 16 });
        expect(windowOf(28_000, 280, 28, 50_000, 6)).toEqual({ from: 994, to: 1016 });
    });

    it('end with the table', () => {
        expect(windowOf(28 * 49_990, 280, 28, 50_000, 6)).toEqual({ from: 49_984, to: 50_000 });
        expect(windowOf(0, 280, 28, 3, 6)).toEqual({ from: 0, to: 3 });
        expect(windowOf(0, 280, 28, 0, 6)).toEqual({ from: 0, to: 0 });
    });

    it('hold when the table became shorter than where it was scrolled to, or is pulled over its top', () => {
        const window = windowOf(1_000_000, 280, 28, 10, 6);
        expect(window.to).toBe(10);
        expect(window.from).toBeLessThanOrEqual(10);
        expect(windowOf(-50, 280, 28, 100, 6).from).toBe(0);
    });

    it('never number more than the view holds, with the spare ones', () => {
        for (let top = 0; top < 3_000; top += 7) {
            const { from, to } = windowOf(top, 281, 28, 50_000, 6);
            expect(to - from).toBeLessThanOrEqual(Math.ceil(281 / 28) + 1 + 12);
            expect(from * 28).toBeLessThanOrEqual(top);
            expect(to * 28).toBeGreaterThanOrEqual(top + 281);
        }
    });
});

describe('scrolling to a row', () => {
    it('moves only as far as needed', () => {
        expect(scrollTo(5, 0, 280, 28)).toBe(0);
        expect(scrollTo(10, 0, 280, 28)).toBe(28);
        expect(scrollTo(3, 280, 280, 28)).toBe(84);
    });
});

describe('the pages to ask for', () => {
    it('cover the window', () => {
        expect(pagesOf({ from: 0, to: 30 }, 200)).toEqual([0]);
        expect(pagesOf({ from: 190, to: 210 }, 200)).toEqual([0, 1]);
        expect(pagesOf({ from: 200, to: 400 }, 200)).toEqual([1]);
        expect(pagesOf({ from: 0, to: 0 }, 200)).toEqual([]);
    });
});

import { describe, expect, it } from 'vitest';
import type { NodeItem } from '../src/contract';
import { cellAt, heat, layoutOf, moved, ramp, STEPS } from '../src/heatmap';

function node(name: string, zone: string, used = 0, all = 100): NodeItem {
    return { name, zone, ready: true, cordoned: false, taints: [], pods: 0, allocatable: [all], requested: [used] };
}

const NODES = Array.from({ length: 25 }, (_, index) => node(`n-${index + 1}`, index < 13 ? 'b' : 'a'));

describe('the map', () => {
    it('has zones in order, and nodes in order in them', () => {
        const layout = layoutOf(NODES, 200, 10_000);
        expect(layout.zones.map((zone) => [zone.name, zone.nodes])).toEqual([
            ['a', 12],
            ['b', 13],
        ]);
        expect(layout.cells[0]?.name).toBe('n-14');
        expect(layout.cells[12]?.name).toBe('n-1');
        expect(layout.cells[21]?.name).toBe('n-10');
    });

    it('finds each cell at its own place, and none between, beside and below', () => {
        const layout = layoutOf(NODES, 200, 10_000);
        layout.cells.forEach((cell, index) => {
            expect(cellAt(layout, cell.x + 1, cell.y + 1)).toBe(index);
            expect(cellAt(layout, cell.x + layout.side - 1, cell.y + layout.side - 1)).toBe(index);
        });
        expect(cellAt(layout, 5, 5)).toBe(-1);
        expect(cellAt(layout, -1, 30)).toBe(-1);
        expect(cellAt(layout, 1_000, 30)).toBe(-1);
        expect(cellAt(layout, 5, layout.height + 50)).toBe(-1);
    });

    it('shrinks its cells until there is room, and no further', () => {
        const many = Array.from({ length: 5_000 }, (_, index) => node(`n-${index}`, `z${index % 3}`));
        const layout = layoutOf(many, 960, 400);
        expect(layout.height).toBeLessThanOrEqual(400);
        expect(layoutOf(NODES, 960, 400).side).toBe(30);
        expect(layoutOf(many, 300, 100).side).toBe(6);
    });

    it('moves by arrows, over the borders of zones, and stays at the ends', () => {
        const layout = layoutOf(NODES, 150, 10_000);
        const name = (index: number) => layout.cells[index]?.name;
        expect(moved(layout, -1, 'ArrowDown')).toBe(0);
        expect(moved(layout, 0, 'ArrowLeft')).toBe(0);
        expect(moved(layout, 24, 'ArrowRight')).toBe(24);
        expect(moved(layout, 0, 'End')).toBe(24);
        let at = 0;
        const seen = [at];
        for (let next = moved(layout, at, 'ArrowDown'); next !== at; next = moved(layout, at, 'ArrowDown')) {
            at = next;
            seen.push(at);
        }
        expect(name(at)).toBe('n-13');
        expect(seen.map((index) => layout.cells[index]?.column)).toEqual(seen.map(() => 0));
        expect(moved(layout, 0, 'ArrowUp')).toBe(0);
    });
});

describe('colours', () => {
    it('tell empty, full and all between apart', () => {
        expect(heat(node('a', '', 0), 0)).toBe(0);
        expect(heat(node('a', '', 0.1), 0)).toBe(1);
        expect(heat(node('a', '', 99), 0)).toBe(STEPS - 1);
        expect(heat(node('a', '', 100), 0)).toBe(STEPS);
        expect(heat(node('a', '', 150), 0)).toBe(STEPS);
        expect(heat(node('a', '', 0, 0), 0)).toBe(0);
        expect(heat(node('a', ''), 7)).toBe(0);
    });

    it('go from one end to the other', () => {
        const colours = ramp('#000000', '#ff8000');
        expect(colours).toHaveLength(STEPS + 1);
        expect(colours[0]).toBe('rgb(0 0 0)');
        expect(colours[STEPS]).toBe('rgb(255 128 0)');
    });
});

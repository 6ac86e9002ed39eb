import type { NodeItem } from './contract';
import { count, percent, visible } from './format';
import { natural } from './sort';

export interface Cell {
    name: string;
    x: number;
    y: number;
    zone: number;
    row: number;
    column: number;
}

export interface Zone {
    name: string;
    nodes: number;
    /** Where its label stands. */
    y: number;
}

export interface Layout {
    /** Side of a cell without the gap after it. */
    side: number;
    gap: number;
    columns: number;
    height: number;
    zones: Zone[];
    cells: Cell[];
    byName: Map<string, number>;
}

const LABEL = 22;
const BETWEEN = 10;
/** Cells below this side are too small for corners. */
const SMALL = 10;
const SIDES = [30, 26, 22, 18, 15, 13, 11, 9, 8, 7, 6];

/** Zone under zone, nodes in the order of their names, cells as large as the height allows. */
export function layoutOf(nodes: Iterable<NodeItem>, width: number, maxHeight: number): Layout {
    const zones = new Map<string, string[]>();
    for (const node of nodes) {
        const names = zones.get(node.zone);
        if (names) {
            names.push(node.name);
        } else {
            zones.set(node.zone, [node.name]);
        }
    }
    const sortedZones = [...zones].sort(([a], [b]) => (natural(a) < natural(b) ? -1 : 1));
    for (const [, names] of sortedZones) {
        names.sort((a, b) => (natural(a) < natural(b) ? -1 : 1));
    }
    const counts = sortedZones.map(([, names]) => names.length);
    let side = SIDES.at(-1) ?? 6;
    for (const candidate of SIDES) {
        if (heightOf(counts, width, candidate) <= maxHeight) {
            side = candidate;
            break;
        }
    }
    const gap = gapOf(side);
    const columns = columnsOf(width, side);
    const layout: Layout = { side, gap, columns, height: 0, zones: [], cells: [], byName: new Map() };
    let y = 0;
    sortedZones.forEach(([name, names], zone) => {
        layout.zones.push({ name, nodes: names.length, y });
        y += LABEL;
        names.forEach((node, index) => {
            const row = Math.floor(index / columns);
            const column = index % columns;
            layout.byName.set(node, layout.cells.length);
            layout.cells.push({ name: node, x: column * (side + gap), y: y + row * (side + gap), zone, row, column });
        });
        y += Math.ceil(names.length / columns) * (side + gap) + BETWEEN;
    });
    layout.height = Math.max(0, y - BETWEEN);
    return layout;
}

function gapOf(side: number): number {
    return side >= 13 ? 2 : 1;
}

function columnsOf(width: number, side: number): number {
    return Math.max(1, Math.floor((width + gapOf(side)) / (side + gapOf(side))));
}

function heightOf(counts: number[], width: number, side: number): number {
    const columns = columnsOf(width, side);
    return counts.reduce((sum, cells) => sum + LABEL + BETWEEN + Math.ceil(cells / columns) * (side + gapOf(side)), -BETWEEN);
}

/** The cell under a point, or -1. */
export function cellAt(layout: Layout, x: number, y: number): number {
    const step = layout.side + layout.gap;
    const column = Math.floor(x / step);
    if (x < 0 || column >= layout.columns) {
        return -1;
    }
    // Cells lie in reading order: find the first row that ends below the point.
    let low = 0;
    let high = layout.cells.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        const cell = layout.cells[middle];
        if (cell && cell.y + step > y) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    const first = layout.cells[low];
    const hit = layout.cells[low + column];
    return first && hit && first.y <= y && hit.y === first.y ? low + column : -1;
}

/** Where an arrow key leads from a cell. */
export function moved(layout: Layout, from: number, key: string): number {
    const cell = layout.cells[from];
    if (!cell) {
        return layout.cells.length > 0 ? 0 : -1;
    }
    const last = layout.cells.length - 1;
    switch (key) {
        case 'ArrowRight':
            return Math.min(last, from + 1);
        case 'ArrowLeft':
            return Math.max(0, from - 1);
        case 'Home':
            return 0;
        case 'End':
            return last;
        case 'ArrowDown':
        case 'ArrowUp':
            return vertically(layout, from, cell, key === 'ArrowDown' ? 1 : -1);
        default:
            return from;
    }
}

function vertically(layout: Layout, from: number, cell: Cell, step: 1 | -1): number {
    let best = from;
    for (let index = from + step; index >= 0 && index < layout.cells.length; index += step) {
        const other = layout.cells[index];
        if (!other || other.y === cell.y) {
            continue;
        }
        if (best !== from && other.y !== layout.cells[best]?.y) {
            break;
        }
        const nearest = layout.cells[best];
        if (best === from || Math.abs(other.column - cell.column) < Math.abs((nearest?.column ?? 0) - cell.column)) {
            best = index;
        }
    }
    return best;
}

export const STEPS = 10;

/** How full a node is, as a step of the ramp: 0 is empty, STEPS is full or more. */
export function heat(node: NodeItem, resource: number): number {
    const part = percent(node.requested[resource] ?? 0, node.allocatable[resource] ?? 0);
    if (part <= 0) {
        return 0;
    }
    return part >= 99.95 ? STEPS : Math.max(1, Math.min(STEPS - 1, Math.ceil((part / 100) * (STEPS - 1))));
}

/** The ramp between two colours written as #rrggbb. */
export function ramp(from: string, to: string): string[] {
    const a = channels(from);
    const b = channels(to);
    return Array.from({ length: STEPS + 1 }, (_, step) => {
        const part = step / STEPS;
        return `rgb(${a.map((channel, index) => Math.round(channel + ((b[index] ?? 0) - channel) * part)).join(' ')})`;
    });
}

function channels(text: string): number[] {
    return [1, 3, 5].map((start) => parseInt(text.slice(start, start + 2), 16));
}

export interface Palette {
    ramp: string[];
    surface: string;
    text: string;
    muted: string;
    hatch: string;
    taint: string;
    bad: string;
    focus: string;
}

export function drawZones(context: CanvasRenderingContext2D, layout: Layout, palette: Palette): void {
    context.textBaseline = 'alphabetic';
    for (const zone of layout.zones) {
        context.font = '600 11px system-ui, sans-serif';
        context.fillStyle = palette.text;
        const name = zone.name === '' ? 'no zone' : visible(zone.name);
        context.fillText(name, 0, zone.y + 14, 400);
        const wide = Math.min(400, context.measureText(name).width);
        context.font = '11px system-ui, sans-serif';
        context.fillStyle = palette.muted;
        context.fillText(count(zone.nodes), wide + 8, zone.y + 14);
    }
}

/** A cell: how full by its colour; hatched if cordoned, a corner if tainted, a cross if not ready. */
export function drawCell(
    context: CanvasRenderingContext2D,
    layout: Layout,
    cell: Cell,
    node: NodeItem,
    resource: number,
    palette: Palette,
): void {
    const { side } = layout;
    const { x, y } = cell;
    context.clearRect(x, y, side, side);
    context.fillStyle = palette.ramp[heat(node, resource)] ?? palette.surface;
    context.fillRect(x, y, side, side);
    if (node.cordoned) {
        context.save();
        context.beginPath();
        context.rect(x, y, side, side);
        context.clip();
        context.strokeStyle = palette.hatch;
        context.lineWidth = side >= 13 ? 2 : 1.25;
        const step = side >= 13 ? 6 : 4;
        context.beginPath();
        for (let offset = -side; offset < side; offset += step) {
            context.moveTo(x + offset, y + side);
            context.lineTo(x + offset + side, y);
        }
        context.stroke();
        context.restore();
    }
    if (node.taints.length > 0 && side < SMALL) {
        context.fillStyle = palette.taint;
        context.fillRect(x, y, side, 2);
    } else if (node.taints.length > 0) {
        const corner = Math.max(4, Math.round(side * 0.36));
        context.fillStyle = palette.surface;
        context.beginPath();
        context.moveTo(x + side - corner - 1, y);
        context.lineTo(x + side, y);
        context.lineTo(x + side, y + corner + 1);
        context.fill();
        context.fillStyle = palette.taint;
        context.beginPath();
        context.moveTo(x + side - corner, y);
        context.lineTo(x + side, y);
        context.lineTo(x + side, y + corner);
        context.fill();
    }
    if (!node.ready) {
        const inset = side >= 13 ? 3 : 1.5;
        context.strokeStyle = palette.bad;
        context.lineWidth = side >= 13 ? 2.5 : 1.75;
        context.beginPath();
        context.moveTo(x + inset, y + inset);
        context.lineTo(x + side - inset, y + side - inset);
        context.moveTo(x + side - inset, y + inset);
        context.lineTo(x + inset, y + side - inset);
        context.stroke();
    }
}

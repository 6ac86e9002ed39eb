import { expect, it } from 'vitest';
import type { NodeResultItem, NodeScoresItem, RejectionItem } from '../src/contract';
import { compare, namesByRejection, pluginsOf, rejectionKey, rejectionsOf, scoresOf } from '../src/scores';

function scores(node: string, ...weights: [string, number][]): NodeScoresItem {
    return {
        node,
        total: weights.reduce((sum, [, weighted]) => sum + weighted, 0),
        scores: weights.map(([plugin, weighted]) => ({ plugin, raw: 1, normalized: weighted, weighted })),
    };
}

const CPU: RejectionItem = { plugin: 'Fit', code: 'Unschedulable', reasons: ['Insufficient cpu'], nodes: 2, nodeNames: ['a'], helpPage: 'fit', facts: [], advice: [] };

it('computes the difference of each plugin', () => {
    const rows = compare(scores('a', ['X', 10], ['Y', 5]), scores('b', ['X', 4], ['Z', 8]));
    expect(rows.map((row) => [row.plugin, row.winner, row.other, row.difference])).toEqual([
        ['X', 10, 4, 6],
        ['Y', 5, null, 5],
        ['Z', null, 8, -8],
    ]);
    expect(compare(scores('a', ['X', 10]), undefined)[0]).toMatchObject({ winner: 10, other: null, difference: 0 });
});

it('finds all nodes of a rejection where results are kept, else those that it names', () => {
    const detail: NodeResultItem[] = [
        { node: 'a', rejection: CPU },
        { node: 'b', rejection: CPU },
        { node: 'c', scores: scores('c', ['X', 1]) },
    ];
    expect(namesByRejection([CPU], detail).get(rejectionKey(CPU))).toEqual(['a', 'b']);
    expect(namesByRejection([CPU], []).get(rejectionKey(CPU))).toEqual(['a']);
    expect(scoresOf(detail).map((one) => one.node)).toEqual(['c']);
    expect(pluginsOf(scoresOf(detail))).toEqual(['X']);
});

it('counts rejections from the results of nodes, the largest first', () => {
    const other = { ...CPU, reasons: ['Too many pods'] };
    const groups = rejectionsOf([], [
        { node: 'z', rejection: other },
        { node: 'a', rejection: CPU },
        { node: 'b', rejection: CPU },
    ]);
    expect(groups.map((group) => [group.reasons[0], group.nodes])).toEqual([
        ['Insufficient cpu', 2],
        ['Too many pods', 1],
    ]);
});

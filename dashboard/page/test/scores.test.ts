import { expect, it } from 'vitest';
import type { Card, Group, NodeDetail } from '../src/contract';
import { cardsOf, duel, groupKey, groupsOf, namesByGroup, pluginsOf } from '../src/scores';

function card(node: string, ...scores: [string, number][]): Card {
    return {
        node,
        total: scores.reduce((sum, [, weighted]) => sum + weighted, 0),
        scores: scores.map(([plugin, weighted]) => ({ plugin, raw: 1, normalised: weighted, weighted })),
    };
}

const CPU: Group = { plugin: 'Fit', code: 'Unschedulable', reasons: ['Insufficient cpu'], nodes: 2, names: ['a'], help: 'fit' };

it('tells by how much each plugin put the winner ahead', () => {
    const rows = duel(card('a', ['X', 10], ['Y', 5]), card('b', ['X', 4], ['Z', 8]));
    expect(rows.map((row) => [row.plugin, row.winner, row.other, row.difference])).toEqual([
        ['X', 10, 4, 6],
        ['Y', 5, null, 5],
        ['Z', null, 8, -8],
    ]);
    expect(duel(card('a', ['X', 10]), undefined)[0]).toMatchObject({ winner: 10, other: null, difference: 0 });
});

it('finds all names of a group where every node was kept, else those the group has', () => {
    const detail: NodeDetail[] = [
        { node: 'a', rejected: CPU },
        { node: 'b', rejected: CPU },
        { node: 'c', card: card('c', ['X', 1]) },
    ];
    expect(namesByGroup([CPU], detail).get(groupKey(CPU))).toEqual(['a', 'b']);
    expect(namesByGroup([CPU], undefined).get(groupKey(CPU))).toEqual(['a']);
    expect(cardsOf(detail).map((one) => one.node)).toEqual(['c']);
    expect(pluginsOf(cardsOf(detail))).toEqual(['X']);
});

it('counts groups from nodes where nobody counted, the largest first', () => {
    const other = { ...CPU, reasons: ['Too many pods'] };
    const groups = groupsOf([], [
        { node: 'z', rejected: other },
        { node: 'a', rejected: CPU },
        { node: 'b', rejected: CPU },
    ]);
    expect(groups.map((group) => [group.reasons[0], group.nodes])).toEqual([
        ['Insufficient cpu', 2],
        ['Too many pods', 1],
    ]);
});

import type { Card, Group, NodeDetail } from './contract';

/** One plugin's scores of two nodes, and by how much it put the first before the second. */
export interface Duel {
    plugin: string;
    winnerRaw: number | null;
    winnerNormalised: number | null;
    winner: number | null;
    otherRaw: number | null;
    otherNormalised: number | null;
    other: number | null;
    difference: number;
}

export function duel(winner: Card, other: Card | undefined): Duel[] {
    const rows = new Map<string, Duel>();
    const of = (plugin: string): Duel => {
        let row = rows.get(plugin);
        if (!row) {
            row = {
                plugin,
                winnerRaw: null,
                winnerNormalised: null,
                winner: null,
                otherRaw: null,
                otherNormalised: null,
                other: null,
                difference: 0,
            };
            rows.set(plugin, row);
        }
        return row;
    };
    for (const score of winner.scores) {
        Object.assign(of(score.plugin), { winnerRaw: score.raw, winnerNormalised: score.normalised, winner: score.weighted });
    }
    for (const score of other?.scores ?? []) {
        Object.assign(of(score.plugin), { otherRaw: score.raw, otherNormalised: score.normalised, other: score.weighted });
    }
    for (const row of rows.values()) {
        row.difference = other ? (row.winner ?? 0) - (row.other ?? 0) : 0;
    }
    return [...rows.values()];
}

/** Who refused, by plugin and reasons: the key under which nodes are of one group. */
export function groupKey(group: Pick<Group, 'plugin' | 'code' | 'reasons'>): string {
    return JSON.stringify([group.plugin, group.code, group.reasons]);
}

/** The names of each group's nodes where every node was kept, else as many as the group itself has. */
export function namesByGroup(groups: Group[], detail: NodeDetail[] | undefined): Map<string, string[]> {
    const names = new Map<string, string[]>(groups.map((group) => [groupKey(group), detail ? [] : (group.names ?? [])]));
    for (const node of detail ?? []) {
        if (node.rejected) {
            const key = groupKey(node.rejected);
            const known = names.get(key);
            if (known) {
                known.push(node.node);
            } else {
                names.set(key, [node.node]);
            }
        }
    }
    return names;
}

/** Groups as told, or counted from the nodes where only those were kept; the largest first. */
export function groupsOf(groups: Group[] | undefined, detail: NodeDetail[] | undefined): Group[] {
    const found = [...(groups ?? [])];
    if (found.length === 0) {
        const counted = new Map<string, Group>();
        for (const node of detail ?? []) {
            if (node.rejected) {
                const key = groupKey(node.rejected);
                const group = counted.get(key) ?? { ...node.rejected, nodes: 0 };
                group.nodes++;
                counted.set(key, group);
            }
        }
        found.push(...counted.values());
    }
    return found.sort((a, b) => b.nodes - a.nodes);
}

export function cardsOf(detail: NodeDetail[] | undefined): Card[] {
    return (detail ?? []).flatMap((node) => (node.card ? [node.card] : []));
}

/** The plugins that scored, in the order of their first appearance. */
export function pluginsOf(cards: Card[]): string[] {
    return [...new Set(cards.flatMap((card) => card.scores.map((score) => score.plugin)))];
}

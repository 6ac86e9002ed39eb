import type { NodeResultItem, NodeScoresItem, RejectionItem } from './contract';

/** The scores of one plugin for two nodes, and their difference. */
export interface Comparison {
    plugin: string;
    winnerRaw: number | null;
    winnerNormalized: number | null;
    winner: number | null;
    otherRaw: number | null;
    otherNormalized: number | null;
    other: number | null;
    difference: number;
}

export function compare(winner: NodeScoresItem, other: NodeScoresItem | undefined): Comparison[] {
    const rows = new Map<string, Comparison>();
    const of = (plugin: string): Comparison => {
        let row = rows.get(plugin);
        if (!row) {
            row = {
                plugin,
                winnerRaw: null,
                winnerNormalized: null,
                winner: null,
                otherRaw: null,
                otherNormalized: null,
                other: null,
                difference: 0,
            };
            rows.set(plugin, row);
        }
        return row;
    };
    for (const score of winner.scores) {
        Object.assign(of(score.plugin), { winnerRaw: score.raw, winnerNormalized: score.normalized, winner: score.weighted });
    }
    for (const score of other?.scores ?? []) {
        Object.assign(of(score.plugin), { otherRaw: score.raw, otherNormalized: score.normalized, other: score.weighted });
    }
    for (const row of rows.values()) {
        row.difference = other ? (row.winner ?? 0) - (row.other ?? 0) : 0;
    }
    return [...rows.values()];
}

/** The key of rejections by the same plugin for the same reasons. */
export function rejectionKey(rejection: Pick<RejectionItem, 'plugin' | 'code' | 'reasons'>): string {
    return JSON.stringify([rejection.plugin, rejection.code, rejection.reasons]);
}

/** The nodes of each rejection: all where results of single nodes are kept, else those that the rejection names. */
export function namesByRejection(rejections: RejectionItem[], results: NodeResultItem[]): Map<string, string[]> {
    const names = new Map<string, string[]>(rejections.map((rejection) => [rejectionKey(rejection), results.length > 0 ? [] : rejection.nodeNames]));
    for (const node of results) {
        if (node.rejection) {
            const key = rejectionKey(node.rejection);
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

/** The rejections, or those counted from the results of single nodes; the largest first. */
export function rejectionsOf(rejections: RejectionItem[], results: NodeResultItem[]): RejectionItem[] {
    const found = [...rejections];
    if (found.length === 0) {
        const counted = new Map<string, RejectionItem>();
        for (const node of results) {
            if (node.rejection) {
                const key = rejectionKey(node.rejection);
                const rejection = counted.get(key) ?? { ...node.rejection, nodes: 0 };
                rejection.nodes++;
                counted.set(key, rejection);
            }
        }
        found.push(...counted.values());
    }
    return found.sort((a, b) => b.nodes - a.nodes);
}

export function scoresOf(results: NodeResultItem[]): NodeScoresItem[] {
    return (results).flatMap((node) => (node.scores ? [node.scores] : []));
}

/** The plugins that scored, in the order of their first appearance. */
export function pluginsOf(nodes: NodeScoresItem[]): string[] {
    return [...new Set(nodes.flatMap((node) => node.scores.map((score) => score.plugin)))];
}

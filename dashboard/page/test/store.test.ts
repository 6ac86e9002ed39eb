import { beforeEach, describe, expect, it } from 'vitest';
import { HISTORY_COLUMNS, type DecisionItem, type HistoryAnswer, type HistorySecond, type NodeItem } from '../src/contract';
import { decisions, forgetDecisions, History, NodeList, skipped, takeDecisions } from '../src/store';

function node(name: string, requested = 0): NodeItem {
    return { name, zone: 'a', ready: true, cordoned: false, taints: [], pods: 0, allocatable: [1000], requested: [requested] };
}

function list(...nodes: NodeItem[]): NodeList {
    const made = new NodeList();
    made.fill({ atMillis: 0, version: 5, resources: ['cpu'], nodes, hidden: 0 });
    return made;
}

describe('nodes', () => {
    it('follow the frames', () => {
        const nodes = list(node('a'), node('b'));
        const changed = nodes.apply({ atMillis: 0, version: 6, changed: [node('a', 300), node('c')], deleted: ['b'], reset: false });
        expect(changed).toEqual(new Set(['a', 'b', 'c']));
        expect([...nodes.byName.keys()].sort()).toEqual(['a', 'c']);
        expect(nodes.byName.get('a')?.requested).toEqual([300]);
        expect(nodes.version).toBe(6);
    });

    it('pass over frames that tell what the list already has', () => {
        const nodes = list(node('a', 700));
        expect(nodes.apply({ atMillis: 0, version: 5, changed: [node('a', 1)], deleted: [], reset: false })).toEqual(new Set());
        expect(nodes.byName.get('a')?.requested).toEqual([700]);
    });

    it('ask for the whole list when told to, and take what came meanwhile', () => {
        const nodes = list(node('a'));
        expect(nodes.apply({ atMillis: 0, version: 6, changed: [], deleted: [], reset: true })).toBeUndefined();
        nodes.apply({ atMillis: 0, version: 7, changed: [node('old')], deleted: [], reset: false });
        nodes.apply({ atMillis: 0, version: 9, changed: [node('b', 9)], deleted: [], reset: false });
        expect(nodes.byName.has('b')).toBe(false);
        nodes.fill({ atMillis: 0, version: 8, resources: ['cpu'], nodes: [node('a'), node('b')], hidden: 0 });
        expect(nodes.byName.get('b')?.requested).toEqual([9]);
        expect(nodes.byName.has('old')).toBe(false);
        expect(nodes.version).toBe(9);
    });

    it('ask for the whole list when a resource is new', () => {
        const nodes = list(node('a'));
        const wider = { ...node('a'), allocatable: [1, 2], requested: [0, 0] };
        expect(nodes.apply({ atMillis: 0, version: 6, changed: [wider], deleted: [], reset: false })).toBeUndefined();
    });
});

function decision(number: number): DecisionItem {
    return {
        number,
        pod: `a/${number}`,
        profile: '',
        attempt: 1,
        atMillis: 0,
        tookMicros: 1,
        nodes: 1,
        feasible: 1,
        outcome: 'scheduled',
        node: 'a',
        ties: 1,
        allocations: {},
        message: '',
        plugins: [],
        rejections: [],
        moves: [],
        nodeResults: [],
    };
}

describe('decisions', () => {
    beforeEach(forgetDecisions);

    it('come newest first, each once, and the oldest go', () => {
        takeDecisions({ decisions: [decision(2), decision(1)], skipped: 0 });
        takeDecisions({ decisions: [decision(3), decision(2)], skipped: 4 });
        expect(decisions.value.map((one) => one.number)).toEqual([3, 2, 1]);
        expect(skipped.value).toBe(4);
        takeDecisions({ decisions: Array.from({ length: 250 }, (_, index) => decision(300 - index)), skipped: 0 });
        expect(decisions.value).toHaveLength(200);
        expect(decisions.value[0]?.number).toBe(300);
    });
});

function second(atMillis: number): HistorySecond {
    return { atMillis, ...Object.fromEntries(HISTORY_COLUMNS.map((name) => [name, atMillis])) } as HistorySecond;
}

describe('history', () => {
    it('keeps an hour and goes on where the answer ended', () => {
        const history = new History();
        const column = Array.from({ length: 3_599 }, (_, index) => index);
        history.fill({ atMillis: column.map((_, second) => 1_000 * (second + 1)), ...Object.fromEntries(HISTORY_COLUMNS.map((name) => [name, column])) } as unknown as HistoryAnswer);
        history.add(second(3_600_000));
        history.add(second(3_600_000));
        history.add(second(3_601_000));
        expect(history.at).toHaveLength(3_600);
        expect(history.at[0]).toBe(2_000);
        expect(history.columns.scheduled).toHaveLength(3_600);
        expect(history.latest('scheduled')).toBe(3_601_000);
    });

    it('has nothing to tell before there is a second', () => {
        expect(new History().latest('p99Micros')).toBeNull();
    });
});

it('does not ask again for a list it already has', () => {
    const nodes = list(node('a'));
    expect(nodes.apply({ atMillis: 0, version: 5, changed: [], deleted: [], reset: true })).toEqual(new Set());
    expect(nodes.byName.has('a')).toBe(true);
});

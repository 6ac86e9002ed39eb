import { batch, computed, signal } from '@preact/signals';
import {
    COLUMNS,
    LANES,
    type ColumnName,
    type Decision,
    type DecisionsFrame,
    type HistoryAnswer,
    type Node,
    type Nodes,
    type NodesFrame,
    type Overview,
    type Second,
    type Stats,
} from './contract';

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'signed out' | 'standing by';

const DECISIONS_KEPT = 200;
const SECONDS_KEPT = 3_600;

/** The nodes as last told. Frames that come while the whole list is on its way wait for it. */
export class NodeList {
    readonly byName = new Map<string, Node>();
    resources: string[] = [];
    version = -1;
    hidden = 0;
    private waiting: NodesFrame[] | undefined;

    /** From now on frames wait, until `fill` brings the list they build on. */
    awaitAll(): void {
        this.waiting ??= [];
    }

    fill(answer: Nodes): void {
        this.byName.clear();
        for (const node of answer.nodes) {
            this.byName.set(node.name, node);
        }
        this.resources = answer.resources;
        this.version = answer.version;
        this.hidden = answer.hidden;
        const waited = this.waiting ?? [];
        this.waiting = undefined;
        waited.forEach((frame) => this.apply(frame));
    }

    /** Says what changed, or undefined if the whole list has to be asked for (again). */
    apply(frame: NodesFrame): Set<string> | undefined {
        const changed = new Set<string>();
        if (frame.all) {
            // A list at least as new as what the frame stands for is the whole one already.
            if (!this.waiting && frame.version <= this.version) {
                return changed;
            }
            this.awaitAll();
            return undefined;
        }
        if (this.waiting) {
            this.waiting.push(frame);
            return changed;
        }
        if (frame.version <= this.version) {
            return changed;
        }
        if (frame.changed.some((node) => node.allocatable.length !== this.resources.length)) {
            this.awaitAll();
            return undefined;
        }
        this.version = frame.version;
        for (const node of frame.changed) {
            this.byName.set(node.name, node);
            changed.add(node.name);
        }
        for (const name of frame.gone) {
            this.byName.delete(name);
            changed.add(name);
        }
        return changed;
    }
}

/** The last hour, second by second, in columns as the charts want them. */
export class History {
    at: number[] = [];
    readonly columns: Record<ColumnName, (number | null)[]> = Object.fromEntries(
        COLUMNS.map((name) => [name, [] as (number | null)[]]),
    ) as Record<ColumnName, (number | null)[]>;

    fill(answer: HistoryAnswer): void {
        const length = answer.scheduled.length;
        this.at = answer.at.slice(0, length);
        for (const name of COLUMNS) {
            this.columns[name] = answer[name].slice();
        }
    }

    add(second: Second): void {
        const last = this.at.at(-1);
        if (last !== undefined && second.at <= last) {
            return;
        }
        this.at.push(second.at);
        COLUMNS.forEach((name) => this.columns[name].push(second[name]));
        if (this.at.length > SECONDS_KEPT) {
            this.at.shift();
            COLUMNS.forEach((name) => this.columns[name].shift());
        }
    }

    latest(name: ColumnName): number | null {
        return this.columns[name].at(-1) ?? null;
    }
}

export const overview = signal<Overview | undefined>(undefined);
export const stats = signal<Stats | undefined>(undefined);
export const connection = signal<Connection>('connecting');
export const trouble = signal('');
export const writable = computed(() => overview.value?.writable ?? false);
export const paused = computed(() => stats.value?.paused ?? false);
export const pending = computed(() => {
    const lanes = stats.value?.lanes;
    return lanes ? LANES.reduce((sum, lane) => sum + lanes[lane], 0) : 0;
});

/** The list itself does not signal; this number does, after each change of it. */
export const nodes = new NodeList();
export const nodesSeen = signal(0);
export const nodesLoaded = signal(false);

export const decisions = signal<Decision[]>([]);
export const skipped = signal(0);

export const past = new History();
export const secondsSeen = signal(0);

let ahead = 0;
export const now = signal(Date.now());

/** Ages are told by the server's clock: the browser's may differ. */
export function setClock(server: number): void {
    ahead = server - Date.now();
    tick();
}

export function tick(): void {
    now.value = Date.now() + ahead;
}

type NodesListener = (changed: Set<string> | undefined) => void;
const listeners = new Set<NodesListener>();

/** Tells which nodes changed, or undefined for all; returns how to stop. */
export function onNodes(listener: NodesListener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

function nodesChanged(changed: Set<string> | undefined): void {
    nodesSeen.value++;
    listeners.forEach((listener) => listener(changed));
}

export function fillNodes(answer: Nodes): void {
    batch(() => {
        nodes.fill(answer);
        nodesLoaded.value = true;
        nodesChanged(undefined);
    });
}

/** True if the whole list has to be asked for. */
export function takeNodes(frame: NodesFrame): boolean {
    const changed = nodes.apply(frame);
    if (changed === undefined) {
        return true;
    }
    if (changed.size > 0) {
        nodesChanged(changed);
    }
    return false;
}

export function takeStats(next: Stats): void {
    stats.value = next;
}

export function takeDecisions(frame: DecisionsFrame): void {
    const newest = decisions.peek()[0]?.number ?? -1;
    const fresh = frame.decisions.filter((decision) => decision.number > newest);
    if (fresh.length === 0) {
        return;
    }
    batch(() => {
        decisions.value = [...fresh, ...decisions.peek()].slice(0, DECISIONS_KEPT);
        skipped.value += frame.skipped;
    });
}

export function takeSecond(second: Second): void {
    past.add(second);
    secondsSeen.value++;
}

export function fillHistory(answer: HistoryAnswer): void {
    past.fill(answer);
    secondsSeen.value++;
}

export function forgetDecisions(): void {
    decisions.value = [];
    skipped.value = 0;
}

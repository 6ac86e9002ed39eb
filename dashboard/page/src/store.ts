import { batch, computed, signal } from '@preact/signals';
import {
    HISTORY_COLUMNS,
    QUEUE_STATES,
    type DecisionItem,
    type DecisionsEvent,
    type HistoryAnswer,
    type HistoryColumn,
    type HistorySecond,
    type NodeItem,
    type NodesAnswer,
    type NodesEvent,
    type OverviewAnswer,
    type StatusAnswer,
} from './contract';

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'signed out' | 'standby';

const DECISIONS_KEPT = 200;
const SECONDS_KEPT = 3_600;

/** The nodes as last received. Events that arrive while the whole list is loading wait for it. */
export class NodeList {
    readonly byName = new Map<string, NodeItem>();
    resources: string[] = [];
    version = -1;
    hidden = 0;
    private waiting: NodesEvent[] | undefined;

    /** From now on events wait until `fill` provides the list that they build on. */
    awaitAll(): void {
        this.waiting ??= [];
    }

    fill(answer: NodesAnswer): void {
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

    /** Returns what changed, or undefined if the whole list has to be loaded again. */
    apply(frame: NodesEvent): Set<string> | undefined {
        const changed = new Set<string>();
        if (frame.reset) {
            // A list that is at least as new as the event is complete already.
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
        for (const name of frame.deleted) {
            this.byName.delete(name);
            changed.add(name);
        }
        return changed;
    }
}

/** The last hour, second by second, in columns as the charts want them. */
export class History {
    at: number[] = [];
    readonly columns: Record<HistoryColumn, (number | null)[]> = Object.fromEntries(
        HISTORY_COLUMNS.map((name) => [name, [] as (number | null)[]]),
    ) as Record<HistoryColumn, (number | null)[]>;

    fill(answer: HistoryAnswer): void {
        const length = answer.scheduled.length;
        this.at = answer.atMillis.slice(0, length);
        for (const name of HISTORY_COLUMNS) {
            this.columns[name] = answer[name].slice();
        }
    }

    add(second: HistorySecond): void {
        const last = this.at.at(-1);
        if (last !== undefined && second.atMillis <= last) {
            return;
        }
        this.at.push(second.atMillis);
        HISTORY_COLUMNS.forEach((name) => this.columns[name].push(second[name] ?? null));
        if (this.at.length > SECONDS_KEPT) {
            this.at.shift();
            HISTORY_COLUMNS.forEach((name) => this.columns[name].shift());
        }
    }

    latest(name: HistoryColumn): number | null {
        return this.columns[name].at(-1) ?? null;
    }
}

export const overview = signal<OverviewAnswer | undefined>(undefined);
export const status = signal<StatusAnswer | undefined>(undefined);
export const connection = signal<Connection>('connecting');
export const trouble = signal('');
export const writable = computed(() => overview.value?.writable ?? false);
export const paused = computed(() => status.value?.paused ?? false);
export const pending = computed(() => {
    const states = status.value?.states;
    return states ? QUEUE_STATES.reduce((sum, state) => sum + states[state], 0) : 0;
});

/** The list itself is not a signal; this number changes with it. */
export const nodes = new NodeList();
export const nodesSeen = signal(0);
export const nodesLoaded = signal(false);

export const decisions = signal<DecisionItem[]>([]);
export const skipped = signal(0);

export const past = new History();
export const secondsSeen = signal(0);

let ahead = 0;
export const now = signal(Date.now());

/** Ages are computed with the clock of the server: that of the browser may differ. */
export function setClock(server: number): void {
    ahead = server - Date.now();
    tick();
}

export function tick(): void {
    now.value = Date.now() + ahead;
}

type NodesListener = (changed: Set<string> | undefined) => void;
const listeners = new Set<NodesListener>();

/** Calls the listener with the nodes that changed, or undefined for all; returns how to stop. */
export function onNodes(listener: NodesListener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

function nodesChanged(changed: Set<string> | undefined): void {
    nodesSeen.value++;
    listeners.forEach((listener) => listener(changed));
}

export function fillNodes(answer: NodesAnswer): void {
    batch(() => {
        nodes.fill(answer);
        nodesLoaded.value = true;
        nodesChanged(undefined);
    });
}

/** True if the whole list has to be loaded. */
export function takeNodes(frame: NodesEvent): boolean {
    const changed = nodes.apply(frame);
    if (changed === undefined) {
        return true;
    }
    if (changed.size > 0) {
        nodesChanged(changed);
    }
    return false;
}

export function takeStatus(next: StatusAnswer): void {
    status.value = next;
}

export function takeDecisions(frame: DecisionsEvent): void {
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

export function takeSecond(second: HistorySecond): void {
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

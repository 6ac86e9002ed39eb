/** What the server answers under /berth/v1. Times are epoch milliseconds; cpu is in millicores, all else in plain units. */

export const LANES = ['active', 'backoff', 'unschedulable', 'gated', 'waiting', 'binding'] as const;
export type Lane = (typeof LANES)[number];

export const STATES = [
    'active',
    'backoff',
    'unschedulable',
    'gated',
    'in flight',
    'waiting',
    'binding',
    'bound',
    'deleting',
    'foreign',
] as const;
export type State = (typeof STATES)[number];

export interface Stats {
    at: number;
    nodes: number;
    pods: number;
    assumed: number;
    attempts: number;
    scheduled: number;
    unschedulable: number;
    errors: number;
    lanes: Record<Lane, number>;
    paused: boolean;
}

export interface Overview {
    kind: 'embedded' | 'run';
    version: string;
    writable: boolean;
    paused: boolean;
    now: number;
    stats: Stats;
    resources: string[];
}

export interface Node {
    name: string;
    zone: string;
    ready: boolean;
    cordoned: boolean;
    taints: string[];
    pods: number;
    allocatable: number[];
    requested: number[];
}

export interface Nodes {
    version: number;
    resources: string[];
    nodes: Node[];
    hidden: number;
}

export interface NodePod {
    pod: string;
    priority: number;
    requested: number[];
    phase: string;
    assumed: boolean;
}

export interface NodePage {
    node: Node;
    resources: string[];
    labels: Record<string, string>;
    pods: NodePod[];
    hidden: { namespace: string; pods: number }[];
}

export interface PodRow {
    pod: string;
    state: State;
    node: string;
    priority: number;
    created: number;
    attempts: number;
}

export interface Pods {
    total: number;
    hidden: number;
    pods: PodRow[];
}

export interface Wake {
    plugin: string;
    events: string[];
    words: string[];
}

export interface QueuePod {
    pod: string;
    priority: number;
    attempts: number;
    since: number;
    until?: number;
    by: string[];
    node: string;
    wakes: Wake[];
}

export interface QueueLane {
    lane: Lane;
    count: number;
    hidden: number;
    /** How many of those one may see the search found. */
    matching: number;
    /** When the one that is longest in the lane came; absent where there is none. */
    oldest?: number;
    pods: QueuePod[];
}

export interface Queue {
    lanes: QueueLane[];
}

export interface Group {
    plugin: string;
    code: string;
    reasons: string[];
    nodes: number;
    names?: string[];
    help: string;
}

export interface Score {
    plugin: string;
    raw: number;
    normalised: number;
    weighted: number;
}

export interface Card {
    node: string;
    total: number;
    scores: Score[];
}

export interface NodeDetail {
    node: string;
    rejected?: Group;
    card?: Card;
}

export interface Preemption {
    examined: number;
    possible: number;
    node: string;
    decidedBy: string;
    victims: { pod: string; priority: number; why?: string[]; budgets?: string[]; violates?: boolean }[];
    spared: string[];
    options: { node: string; victims: number; violations: number }[];
}

export interface Move {
    queue: string;
    event: string;
    at: number;
}

export type Outcome = 'placed' | 'unschedulable' | 'error';

export interface Decision {
    number: number;
    pod: string;
    profile: string;
    attempt: number;
    at: number;
    tookMicros: number;
    nodes: number;
    feasible: number;
    outcome: Outcome;
    node?: string;
    ties?: number;
    draw?: number;
    winner?: Card;
    runnerUp?: Card;
    offers?: Record<string, string[]>;
    message?: string;
    plugins?: string[];
    preemption?: Preemption;
    rejected?: Group[];
    moves?: Move[];
    detail?: NodeDetail[];
}

export interface Explained {
    pod: string;
    state: State | 'unknown';
    answer: string;
    node: string;
    nominated: string;
    since?: number;
    until?: number;
    priority: number;
    scheduler: string;
    groups: Group[];
    difference: string[];
    helps: Wake[];
    hints: string[];
    attempts: Decision[];
}

export interface Present {
    pod: string;
    at: number;
    outcome: 'scheduled' | 'unschedulable' | 'gated' | 'skipped' | 'error';
    note: string;
    message: string;
    best: string[];
    groups: Group[];
    nodes: NodeDetail[];
}

export interface PodGroup {
    plugin: string;
    reasons: string[];
    pods: number;
    names: string[];
    help: string;
}

export interface ExplainedNode {
    node: Node;
    resources: string[];
    answer: string;
    groups: PodGroup[];
    fits: number;
    unjudged: number;
    hidden: number;
}

export interface WhyNot {
    pod: string;
    node: string;
    answer: string;
    outcome: 'fits' | 'rejected' | 'unknown';
    group?: Group;
    card?: Card;
    best?: Card;
    note: string;
}

/** The figures of one second, by the names the history has its columns under. */
export const COLUMNS = [
    'scheduled',
    'unschedulable',
    'errors',
    'p50Micros',
    'p99Micros',
    'active',
    'backoff',
    'parked',
    'gated',
    'waiting',
    'binding',
] as const;
export type ColumnName = (typeof COLUMNS)[number];
export type Second = { at: number } & Record<ColumnName, number | null>;
export type HistoryAnswer = { from: number; step: number; at: number[] } & Record<ColumnName, (number | null)[]>;

export interface NodesFrame {
    version: number;
    changed: Node[];
    gone: string[];
    all: boolean;
}

export interface DecisionsFrame {
    decisions: Decision[];
    skipped: number;
}

export interface Example {
    name: string;
    title: string;
    yaml: string;
}

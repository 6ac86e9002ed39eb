/**
 * The answers below /berth/v1, generated from the records of the module `answers`: do not edit.
 * ContractFilesTest of that module says how to generate it again.
 */

/** Labels of columns and sections, the same as on the command line. */
export const LABELS = {
    age: 'Age',
    allocatable: 'Allocatable',
    attempt: 'Attempt',
    attempts: 'Attempts',
    budgetViolations: 'Budget violations',
    budgets: 'Disruption budgets',
    difference: 'Difference',
    duration: 'Duration',
    evictionReason: 'Reason if it stays',
    facts: 'Facts',
    feasible: 'Feasible',
    free: 'Free',
    helpPages: 'Help pages',
    hints: 'What you can do',
    inState: 'In state',
    node: 'Node',
    nodeNames: 'Node names',
    nodes: 'Nodes',
    nominatedNode: 'Nominated node',
    normalized: 'Normalized',
    outcome: 'Outcome',
    plugin: 'Plugin',
    plugins: 'Plugins',
    pod: 'Pod',
    podNames: 'Pod names',
    pods: 'Pods',
    priority: 'Priority',
    raw: 'Raw',
    reason: 'Reason',
    requested: 'Requested',
    requeuedWhen: 'Requeued when',
    resource: 'Resource',
    result: 'Result',
    scoreDifferences: 'Score differences',
    scores: 'Scores',
    state: 'State',
    taints: 'Taints',
    timeLeft: 'Time left',
    total: 'Total',
    victim: 'Victim',
    victims: 'Victims',
    weighted: 'Weighted',
} as const;

/** Scheduling states of pending pods, in the order in which they are shown. */
export const QUEUE_STATES = [
    'active',
    'backoff',
    'unschedulable',
    'gated',
    'waiting',
    'binding',
] as const;
export type QueueState = (typeof QUEUE_STATES)[number];

/** What happens to pods in each state, and what to say if there are none. */
export const QUEUE_STATE_TEXTS: Record<QueueState, { description: string; empty: string }> = {
    active: {
        description: 'Scheduled next, in this order.',
        empty: 'No pods are active.',
    },
    backoff: {
        description: 'Retried when their backoff ends.',
        empty: 'No pods are in backoff.',
    },
    unschedulable: {
        description: 'Retried when an event may make them schedulable.',
        empty: 'No pods are unschedulable.',
    },
    gated: {
        description: 'Not scheduled until their gates are removed.',
        empty: 'No pods are gated.',
    },
    waiting: {
        description: 'Assumed on a node until all Permit plugins allow the binding.',
        empty: 'No pods are waiting for Permit plugins.',
    },
    binding: {
        description: 'Assumed on a node while the binding is written to the API server.',
        empty: 'No pods are being bound.',
    },
};

/** Scheduling states of all pods. */
export const STATES = [
    'active',
    'backoff',
    'unschedulable',
    'gated',
    'in-flight',
    'waiting',
    'binding',
    'bound',
    'deleting',
    'other-scheduler',
] as const;
export type State = (typeof STATES)[number];

/** The figures of one second, by the names of their columns. */
export const HISTORY_COLUMNS = [
    'scheduled',
    'unschedulable',
    'errors',
    'p50Micros',
    'p99Micros',
    'activePods',
    'backoffPods',
    'unschedulablePods',
    'gatedPods',
    'waitingPods',
    'bindingPods',
] as const;
export type HistoryColumn = (typeof HISTORY_COLUMNS)[number];

export interface OverviewAnswer {
    /** When the scheduling thread gave the answer, in milliseconds since the Unix epoch. */
    atMillis: number;
    /** What runs the scheduler: `berth up` is embedded, `berth run` is run. */
    kind: 'embedded' | 'run';
    /** Version of Berth. */
    version: string;
    /** Whether callers may pause the scheduler and change the cluster. */
    writable: boolean;
    /** Counters of the scheduler. */
    status: StatusAnswer;
    /** Names of the resources, in the order of the amounts of nodes and pods; without extended resources if the caller may not list nodes. */
    resources: string[];
    /** Resources whose names the caller may not see. */
    hiddenResources: number;
}

export interface ConfigurationAnswer {
    /** File of `--config`, or empty. */
    file: string;
    /** Whether the scheduler reloads the file when it changes. */
    reloads: boolean;
    /** SHA-256 digest of the file that is in force, in hexadecimal, or empty. */
    digest: string;
    /** When it came into force, in milliseconds since the Unix epoch. */
    sinceMillis: number;
    /** Reloads that came into force. */
    reloaded: number;
    /** Changes of the file that were rejected. */
    rejected: number;
    /** Result of the last change of the file: success, unchanged, invalid, restart or failed; empty if there was none. */
    lastResult: string;
    /** When the file changed last, in milliseconds since the Unix epoch. */
    lastMillis?: number;
    /** Why the file as it is now is not in force; empty if it is. */
    problems: string[];
    /** Plugins that were loaded from jars and directories. */
    plugins: PluginItem[];
}

export interface NodesAnswer {
    /** When the scheduling thread gave the answer, in milliseconds since the Unix epoch. */
    atMillis: number;
    /** Version of the list; `nodes` events build on it. */
    version: number;
    /** Names of the resources, in the order of the amounts. */
    resources: string[];
    /** The nodes; empty if the caller may not list nodes. */
    nodes: NodeItem[];
    /** Nodes that the caller may not list. */
    hidden: number;
}

export interface NodeAnswer {
    /** When the scheduling thread gave the answer, in milliseconds since the Unix epoch. */
    atMillis: number;
    /** The node. */
    node: NodeItem;
    /** Names of the resources, in the order of the amounts. */
    resources: string[];
    /** Labels of the node. */
    labels: Record<string, string>;
    /** Pods on the node that the caller may list. */
    pods: NodePodItem[];
    /** Pods on the node that the caller may not list. */
    hidden: number;
    /** Devices that only this node can access. */
    devices: NodeDeviceItem[];
}

export interface PodsAnswer {
    /** When the scheduling thread gave the answer, in milliseconds since the Unix epoch. */
    atMillis: number;
    /** Pods that match and that the caller may list. */
    total: number;
    /** Pods in namespaces that the caller may not list. */
    hidden: number;
    /** The requested page of these pods. */
    pods: PodItem[];
}

export interface QueueAnswer {
    /** When the scheduling thread gave the answer, in milliseconds since the Unix epoch. */
    atMillis: number;
    /** The states, or the requested one. */
    states: QueueStateItem[];
}

export interface DecisionsAnswer {
    /** When the scheduling thread gave the answer, in milliseconds since the Unix epoch. */
    atMillis: number;
    /** Attempts of pods that the caller may list, newest first. */
    decisions: DecisionItem[];
    /** Attempts of pods that the caller may not list. */
    hidden: number;
}

export interface ExplainPodAnswer {
    /** When the scheduling thread gave the answer, in milliseconds since the Unix epoch. */
    atMillis: number;
    /** Namespace/name. */
    pod: string;
    /** Scheduling state of the pod. */
    state: 'active' | 'backoff' | 'unschedulable' | 'gated' | 'in-flight' | 'waiting' | 'binding' | 'bound' | 'deleting' | 'other-scheduler';
    /** The answer in one sentence. */
    summary: string;
    /** Node that the pod is bound to or assumed on, or empty. */
    node: string;
    /** Node that the pod is nominated to, or empty. */
    nominatedNodeName: string;
    /** When the pod entered its state, regardless of retries that did not change it; absent unless the pod is pending. */
    sinceMillis?: number;
    /** When its backoff or its Permit timeout ends; absent if neither applies. */
    untilMillis?: number;
    /** Priority of the pod. */
    priority: number;
    /** Spec.schedulerName of the pod. */
    schedulerName: string;
    /** Plugins that rejected the pod last, that gate it, or whose Permit it waits for. */
    plugins: string[];
    /** The plugin that gates the pod. */
    gate?: GateItem;
    /** Rejected nodes of the last attempt; empty for a bound pod. */
    rejections: RejectionItem[];
    /** What put the chosen node before the runner-up, the largest difference first. */
    scoreDifferences: string[];
    /** Events that requeue the pod. */
    requeue: RequeueItem[];
    /** What you can do. */
    hints: string[];
    /** Attempts that the scheduler keeps, newest first. */
    attempts: DecisionItem[];
}

export interface DryRunAnswer {
    /** When the scheduling thread gave the answer, in milliseconds since the Unix epoch. */
    atMillis: number;
    /** Namespace/name. */
    pod: string;
    /** Name of the profile. */
    profile: string;
    /** How the attempt would end. */
    outcome: 'scheduled' | 'unschedulable' | 'gated' | 'skipped' | 'error';
    /** The answer in one sentence. */
    summary: string;
    /** How the dry run differs from an attempt. */
    note: string;
    /** Text of the event that the attempt would record, or empty. */
    message: string;
    /** Plugins that reject or gate the pod. */
    plugins: string[];
    /** Nodes with the highest total score; a nominated node that passes stands alone. */
    bestNodes: string[];
    /** Whether the chosen node is the nominated node, so that scores do not count. */
    nominated: boolean;
    /** Nodes that were evaluated. */
    nodes: number;
    /** Nodes that passed all filters. */
    feasible: number;
    /** What plugins would allocate to the pod besides its requests, by plugin. */
    allocations: Record<string, string[]>;
    /** The preemption that the attempt would start. */
    preemption?: PreemptionItem;
    /** Rejected nodes by plugin and reasons. */
    rejections: RejectionItem[];
    /** What you can do. */
    hints: string[];
    /** Results of the nodes that the caller may list. */
    nodeResults: NodeResultItem[];
}

export interface ExplainNodeAnswer {
    /** When the scheduling thread gave the answer, in milliseconds since the Unix epoch. */
    atMillis: number;
    /** The node. */
    node: NodeItem;
    /** Names of the resources, in the order of the amounts. */
    resources: string[];
    /** The answer in one sentence. */
    summary: string;
    /** Rejected pods that the caller may list, by plugin and reasons. */
    rejections: PodRejectionItem[];
    /** Pending pods that fit on the node. */
    fits: number;
    /** Pending pods that the node rejects. */
    rejected: number;
    /** Pending pods that were not evaluated, because there are too many different ones. */
    notEvaluated: number;
    /** Rejected pods that the caller may not list. */
    hidden: number;
}

export interface WhyNotAnswer {
    /** When the scheduling thread gave the answer, in milliseconds since the Unix epoch. */
    atMillis: number;
    /** Namespace/name. */
    pod: string;
    /** Name of the node. */
    node: string;
    /** Whether the pod fits on the node. */
    outcome: 'fits' | 'rejected' | 'unknown';
    /** The answer in one sentence. */
    summary: string;
    /** How the dry run differs from an attempt. */
    note: string;
    /** The rejection; absent if the pod fits. */
    rejection?: RejectionItem;
    /** What you can do. */
    hints: string[];
    /** Scores of the node; absent if the pod does not fit. */
    scores?: NodeScoresItem;
    /** Scores of the best node. */
    bestScores?: NodeScoresItem;
}

export interface HistoryAnswer {
    /** When each second ended. */
    atMillis: number[];
    /** Attempts a second that found a node. */
    scheduled: number[];
    /** Attempts a second that found no node. */
    unschedulable: number[];
    /** Attempts a second that ended with an error. */
    errors: number[];
    /** Median duration of scheduling cycles; null where there were none. */
    p50Micros: (number | null)[];
    /** 99th percentile of the duration of scheduling cycles; null where there were none. */
    p99Micros: (number | null)[];
    /** Pods in the active queue. */
    activePods: number[];
    /** Pods in the backoff queue. */
    backoffPods: number[];
    /** Pods in the unschedulable pool. */
    unschedulablePods: number[];
    /** Pods that a PreEnqueue plugin gates. */
    gatedPods: number[];
    /** Pods that wait for Permit plugins. */
    waitingPods: number[];
    /** Pods that are being bound. */
    bindingPods: number[];
}

export interface StatusAnswer {
    /** When the scheduling thread gave the answer, in milliseconds since the Unix epoch. */
    atMillis: number;
    /** Nodes in the cluster. */
    nodes: number;
    /** Pods that have not finished. */
    pods: number;
    /** Pods assumed on a node, whose binding the API server has not confirmed. */
    assumed: number;
    /** Scheduling attempts since the start. */
    attempts: number;
    /** Attempts that found a node. */
    scheduled: number;
    /** Attempts that found no node. */
    unschedulable: number;
    /** Attempts that ended with an error. */
    errors: number;
    /** Pending pods by scheduling state. */
    states: StateCounts;
    /** Whether scheduling is paused. */
    paused: boolean;
    /** Whether the scheduler has received all nodes and pods of its cluster. */
    informed: boolean;
}

export interface NodesEvent {
    /** When the scheduling thread gave the answer, in milliseconds since the Unix epoch. */
    atMillis: number;
    /** Version of the list after these changes. */
    version: number;
    /** Whether the changes are unknown; then read `nodes` again. */
    reset: boolean;
    /** Added and changed nodes. */
    changed: NodeItem[];
    /** Names of deleted nodes. */
    deleted: string[];
}

export interface DecisionsEvent {
    /** Attempts of pods that the caller may list, newest first. */
    decisions: DecisionItem[];
    /** Attempts that the event leaves out because there were too many. */
    skipped: number;
}

export interface HistorySecond {
    /** When the second ended. */
    atMillis: number;
    /** Attempts a second that found a node. */
    scheduled: number;
    /** Attempts a second that found no node. */
    unschedulable: number;
    /** Attempts a second that ended with an error. */
    errors: number;
    /** Median duration of scheduling cycles; absent if there were none. */
    p50Micros?: number;
    /** 99th percentile of the duration of scheduling cycles; absent if there were none. */
    p99Micros?: number;
    /** Pods in the active queue. */
    activePods: number;
    /** Pods in the backoff queue. */
    backoffPods: number;
    /** Pods in the unschedulable pool. */
    unschedulablePods: number;
    /** Pods that a PreEnqueue plugin gates. */
    gatedPods: number;
    /** Pods that wait for Permit plugins. */
    waitingPods: number;
    /** Pods that are being bound. */
    bindingPods: number;
}

export interface HelpAnswer {
    /** The pages. */
    pages: HelpPageItem[];
}

export interface ExamplesAnswer {
    /** The examples. */
    examples: ExampleItem[];
}

export interface ErrorAnswer {
    /** What is wrong and how to fix it. */
    error: string;
    /** Identity of the leading replica, from a standby; empty while there is none. */
    leader?: string;
}

export interface StateCounts {
    /** Pods in the active queue. */
    active: number;
    /** Pods in the backoff queue. */
    backoff: number;
    /** Pods in the unschedulable pool. */
    unschedulable: number;
    /** Pods that a PreEnqueue plugin gates. */
    gated: number;
    /** Pods that wait for Permit plugins. */
    waiting: number;
    /** Pods that are being bound. */
    binding: number;
}

export interface PluginItem {
    /** Name that configurations use. */
    name: string;
    /** `Implementation-Version` of its manifest, or empty. */
    version: string;
    /** Jar or directory. */
    source: string;
    /** SHA-256 digest of the jar or directory, in hexadecimal. */
    digest: string;
}

export interface NodeItem {
    /** Name of the node. */
    name: string;
    /** Value of the label topology.kubernetes.io/zone, or empty. */
    zone: string;
    /** Whether the node is Ready; a node without that condition counts as Ready. */
    ready: boolean;
    /** Whether the node is unschedulable. */
    cordoned: boolean;
    /** Taints as `key=value:effect`. */
    taints: string[];
    /** Pods on the node. */
    pods: number;
    /** Allocatable amounts in the order of the resources; cpu in millicores. */
    allocatable: number[];
    /** Requested amounts in the same order; for `pods`, their number. */
    requested: number[];
}

export interface NodePodItem {
    /** Namespace/name. */
    pod: string;
    /** Priority of the pod. */
    priority: number;
    /** Requested amounts in the order of the resources. */
    requested: number[];
    /** Phase of the pod. */
    phase: string;
    /** Whether the API server has yet to confirm the binding. */
    assumed: boolean;
}

export interface NodeDeviceItem {
    /** Driver/pool/name. */
    device: string;
    /** Taints as `key=value:effect`, those of DeviceTaintRules included. */
    taints: string[];
    /** Claims with this device that the caller may list, as namespace/name. */
    claims: string[];
    /** Claims with this device that the caller may not list. */
    hiddenClaims: number;
}

export interface PodItem {
    /** Namespace/name. */
    pod: string;
    /** Scheduling state of the pod. */
    state: 'active' | 'backoff' | 'unschedulable' | 'gated' | 'in-flight' | 'waiting' | 'binding' | 'bound' | 'deleting' | 'other-scheduler';
    /** Node that the pod is bound to or assumed on, or empty. */
    node: string;
    /** Node that the pod is nominated to, or empty. */
    nominatedNodeName: string;
    /** Priority of the pod. */
    priority: number;
    /** Creation time of the pod. */
    createdMillis: number;
    /** Scheduling attempts while the pod is pending. */
    attempts: number;
}

export interface QueueStateItem {
    /** The scheduling state. */
    state: 'active' | 'backoff' | 'unschedulable' | 'gated' | 'waiting' | 'binding';
    /** Pods in this state. */
    count: number;
    /** Pods in this state in namespaces that the caller may not list. */
    hidden: number;
    /** Pods in this state that the search matches. */
    matching: number;
    /** When the oldest of them entered the state; absent if there are none. */
    oldestMillis?: number;
    /** The requested page of the matching pods. */
    pods: QueuedPodItem[];
}

export interface QueuedPodItem {
    /** Namespace/name. */
    pod: string;
    /** Priority of the pod. */
    priority: number;
    /** Scheduling attempts so far. */
    attempts: number;
    /** When the pod entered its state, regardless of retries that did not change it. */
    sinceMillis: number;
    /** When its backoff or its Permit timeout ends; absent if neither applies. */
    untilMillis?: number;
    /** Plugins that rejected the pod last, that gate it, or whose Permit it waits for. */
    plugins: string[];
    /** Node that the pod is assumed on, or empty. */
    node: string;
    /** Node that the pod is nominated to, or empty. */
    nominatedNodeName: string;
    /** Events that requeue the pod. */
    requeue: RequeueItem[];
}

export interface RequeueItem {
    /** Name of the plugin. */
    plugin: string;
    /** Labels of the events. */
    events: string[];
    /** The same events in words, such as "a node is added". */
    descriptions: string[];
}

export interface DecisionItem {
    /** Number of the attempt among all attempts of the scheduler. */
    number: number;
    /** Namespace/name. */
    pod: string;
    /** Name of the profile. */
    profile: string;
    /** Number of the attempt among those of the pod. */
    attempt: number;
    /** When the attempt was made. */
    atMillis: number;
    /** Duration of the scheduling cycle. */
    tookMicros: number;
    /** Nodes in the cluster. */
    nodes: number;
    /** Nodes that passed all filters. */
    feasible: number;
    /** How the attempt ended. */
    outcome: 'scheduled' | 'unschedulable' | 'error';
    /** The chosen node; empty if there is none or the caller may not list nodes. */
    node: string;
    /** Nodes that share the highest total score; 0 if no node was chosen. */
    ties: number;
    /** Scores of the chosen node. */
    winner?: NodeScoresItem;
    /** Scores of the next best node. */
    runnerUp?: NodeScoresItem;
    /** What plugins allocate to the pod on the node besides its requests, such as devices, by plugin. */
    allocations: Record<string, string[]>;
    /** Text of the FailedScheduling event, or empty. */
    message: string;
    /** Plugins that rejected the pod. */
    plugins: string[];
    /** The preemption that the attempt started. */
    preemption?: PreemptionItem;
    /** Rejected nodes by plugin and reasons. */
    rejections: RejectionItem[];
    /** Moves of the pod through the scheduling queue before the attempt. */
    moves: QueueMoveItem[];
    /** Results of single nodes; empty where they are not kept. */
    nodeResults: NodeResultItem[];
}

export interface NodeScoresItem {
    /** Name of the node; empty if the caller may not list nodes. */
    node: string;
    /** Sum of the weighted scores. */
    total: number;
    /** Scores by plugin. */
    scores: PluginScoreItem[];
}

export interface PluginScoreItem {
    /** Name of the plugin. */
    plugin: string;
    /** Result of Score. */
    raw: number;
    /** Result of NormalizeScore, 0 to 100. */
    normalized: number;
    /** Normalized score times the weight of the plugin. */
    weighted: number;
}

export interface PreemptionItem {
    /** The preemption in one sentence. */
    summary: string;
    /** Nodes that preemption examined. */
    nodesExamined: number;
    /** Nodes where preemption helps. */
    candidates: number;
    /** The nominated node; empty if the caller may not list nodes. */
    node: string;
    /** Criterion that selected the node among the candidates; empty if there was one candidate. */
    decidedBy: string;
    /** Pods to evict. */
    victims: VictimItem[];
    /** Pods of lower priority that stay on the node. */
    reprieved: string[];
    /** The candidates. */
    candidateNodes: CandidateItem[];
}

export interface VictimItem {
    /** Namespace/name; empty if the caller may not list it. */
    pod: string;
    /** Priority of the pod. */
    priority: number;
    /** Why the preemptor does not fit if this pod stays. */
    reasons: string[];
    /** PodDisruptionBudgets that cover the pod. */
    budgets: string[];
    /** Whether the eviction violates one of them. */
    violatesBudget: boolean;
}

export interface CandidateItem {
    /** Name of the node. */
    node: string;
    /** Pods to evict there. */
    victims: number;
    /** PodDisruptionBudget violations there. */
    budgetViolations: number;
}

export interface RejectionItem {
    /** Name of the plugin; empty if the scheduler itself rejects them. */
    plugin: string;
    /** Code of the rejection, such as Unschedulable or UnschedulableAndUnresolvable. */
    code: string;
    /** Reasons of the plugin. */
    reasons: string[];
    /** Number of nodes; 0 if the plugin rejects the pod as a whole. */
    nodes: number;
    /** Some of the nodes by name. */
    nodeNames: string[];
    /** Help page of the plugin, or empty. */
    helpPage: string;
    /** Facts behind the rejection at the time of the answer; empty for earlier attempts. */
    facts: FactItem[];
    /** What you can do about the rejection. */
    advice: string[];
}

export interface FactItem {
    /** What the fact is about; plugins can add types of their own. */
    type: 'resource' | 'node-name' | 'node-selector' | 'node-affinity' | 'added-affinity' | 'node-label' | 'node-feature' | 'cordon' | 'taint' | 'host-port' | 'pod-affinity' | 'pod-anti-affinity' | 'existing-pod-anti-affinity' | 'topology-spread' | 'topology-domains' | 'service-affinity' | 'claim' | 'disk' | 'volume-limit' | 'volume-zone' | 'csi-driver' | 'resource-claim' | 'scheduling-gate';
    /** Name of the resource, the taint, the claim and so on; empty if the caller may not see it. */
    subject: string;
    /** The fact in one phrase. */
    text: string;
    /** Texts by name, such as `effect` of a taint. */
    values: Record<string, string>;
    /** Numbers by name, such as `requested`, `free` and `allocatable` of a resource; the highest of the nodes; cpu in millicores. */
    amounts: Record<string, number>;
    /** Other pods that the fact is about, by namespace/name. */
    pods: string[];
    /** Such pods that the caller may not list. */
    hiddenPods: number;
    /** Number of nodes with this fact; 0 if it is about the pod as a whole. */
    nodes: number;
}

export interface QueueMoveItem {
    /** The queue. */
    queue: string;
    /** The event that caused the move; empty for a failed attempt. */
    event: string;
    /** When the pod moved. */
    atMillis: number;
}

export interface NodeResultItem {
    /** Name of the node. */
    node: string;
    /** The rejection; absent if the node passed all filters. */
    rejection?: RejectionItem;
    /** The scores; absent if the node was rejected or not scored. */
    scores?: NodeScoresItem;
}

export interface GateItem {
    /** Name of the plugin. */
    plugin: string;
    /** Reasons of the plugin. */
    reasons: string[];
    /** Facts behind the reasons. */
    facts: FactItem[];
}

export interface PodRejectionItem {
    /** Name of the plugin. */
    plugin: string;
    /** Reasons of the plugin. */
    reasons: string[];
    /** Number of pods. */
    pods: number;
    /** Some of the pods by namespace/name. */
    podNames: string[];
    /** Help page of the plugin, or empty. */
    helpPage: string;
    /** Facts behind the rejection. */
    facts: FactItem[];
}

export interface HelpPageItem {
    /** Name of the page, read at `help/PAGE`. */
    page: string;
    /** Title of the page. */
    title: string;
}

export interface ExampleItem {
    /** Name of the example. */
    name: string;
    /** What the example shows. */
    title: string;
    /** One or several YAML documents. */
    yaml: string;
}

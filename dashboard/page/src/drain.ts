import { signal } from '@preact/signals';
import { kube, merge, AnswerError, errorText } from './api';

export interface Drain {
    node: string;
    phase: 'cordoning' | 'evicting' | 'waiting' | 'done' | 'stopped' | 'failed';
    all: number;
    evicted: number;
    left: number;
    kept: number;
    problem: string;
}

interface KubePod {
    metadata: {
        name: string;
        namespace: string;
        uid: string;
        ownerReferences?: { kind: string }[];
        annotations?: Record<string, string>;
    };
    status?: { phase?: string };
}

/** Running and finished drains by node: they continue while other views are open. */
export const drains = signal<ReadonlyMap<string, Drain>>(new Map());
const stopped = new Set<string>();

function update(node: string, change: Partial<Drain>): void {
    const before = drains.peek().get(node);
    if (before) {
        drains.value = new Map(drains.peek()).set(node, { ...before, ...change });
    }
}

export function running(drain: Drain | undefined): boolean {
    return drain !== undefined && ['cordoning', 'evicting', 'waiting'].includes(drain.phase);
}

export function stop(node: string): void {
    stopped.add(node);
}

export async function cordon(node: string, unschedulable: boolean): Promise<void> {
    await merge(`api/v1/nodes/${encodeURIComponent(node)}`, { spec: { unschedulable } });
}

const TOGETHER = 8;
const RETRY_MS = 1_000;

/** Cordons the node and evicts its pods as kubectl does: pods of daemon sets and static pods stay. */
export async function drain(node: string): Promise<void> {
    stopped.delete(node);
    drains.value = new Map(drains.peek()).set(node, { node, phase: 'cordoning', all: 0, evicted: 0, left: 0, kept: 0, problem: '' });
    try {
        await cordon(node, true);
        const pods = await podsOn(node);
        const toGo = pods.filter(leaves);
        update(node, { phase: 'evicting', all: toGo.length, left: toGo.length, kept: pods.length - toGo.length });
        const queue = [...toGo];
        let evicted = 0;
        const work = async () => {
            for (let pod = queue.shift(); pod && !stopped.has(node); pod = queue.shift()) {
                await evict(node, pod);
                update(node, { evicted: ++evicted });
            }
        };
        await Promise.all(Array.from({ length: TOGETHER }, work));
        const going = new Set(toGo.map((pod) => pod.metadata.uid));
        update(node, { phase: 'waiting' });
        while (!stopped.has(node)) {
            const left = (await podsOn(node)).filter((pod) => going.has(pod.metadata.uid)).length;
            update(node, { left });
            if (left === 0) {
                break;
            }
            await new Promise((resume) => setTimeout(resume, RETRY_MS));
        }
        update(node, { phase: stopped.has(node) ? 'stopped' : 'done', problem: '' });
    } catch (error) {
        update(node, { phase: 'failed', problem: errorText(error) });
    }
}

async function podsOn(node: string): Promise<KubePod[]> {
    const selector = encodeURIComponent(`spec.nodeName=${node}`);
    return (await kube<{ items?: KubePod[] }>('GET', `api/v1/pods?fieldSelector=${selector}`)).items ?? [];
}

export function leaves(pod: KubePod): boolean {
    const { ownerReferences = [], annotations = {} } = pod.metadata;
    return !ownerReferences.some((owner) => owner.kind === 'DaemonSet') && !('kubernetes.io/config.mirror' in annotations);
}

/** Retries while a disruption budget rejects the eviction, until it succeeds or the user stops it. */
async function evict(node: string, pod: KubePod): Promise<void> {
    const { name, namespace } = pod.metadata;
    const path = `api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}/eviction`;
    const body = JSON.stringify({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } });
    while (!stopped.has(node)) {
        try {
            await kube('POST', path, body);
            update(node, { problem: '' });
            return;
        } catch (error) {
            if (error instanceof AnswerError && error.status === 404) {
                return;
            }
            if (!(error instanceof AnswerError) || error.status !== 429) {
                throw error;
            }
            update(node, { problem: `${namespace}/${name}: ${error.message}` });
            await new Promise((resume) => setTimeout(resume, RETRY_MS));
        }
    }
}

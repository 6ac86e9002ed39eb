import { batch } from '@preact/signals';
import { ask, onSignedOut, Refused, words } from './api';
import type { Decision, DecisionsFrame, HistoryAnswer, Nodes, NodesFrame, Overview, Second, Stats } from './contract';
import {
    connection,
    fillHistory,
    fillNodes,
    forgetDecisions,
    nodes,
    overview,
    setClock,
    stats,
    takeDecisions,
    takeNodes,
    takeSecond,
    takeStats,
    tick,
    trouble,
} from './store';

const SHORTEST_PAUSE = 250;
const LONGEST_PAUSE = 10_000;

let source: EventSource | undefined;
let pause = SHORTEST_PAUSE;
let timer = 0;

/** What arrived since the last frame was drawn; all of it is taken at once, before the next. */
let arrived: (() => void)[] = [];

function beforeTheNextFrame(work: () => void): void {
    arrived.push(work);
    if (arrived.length === 1) {
        // A page in the background draws no frames, but its figures should not grow old.
        if (document.hidden) {
            setTimeout(takeArrived, 250);
        } else {
            requestAnimationFrame(takeArrived);
        }
    }
}

function takeArrived(): void {
    const all = arrived;
    arrived = [];
    batch(() => all.forEach((work) => work()));
}

let loading = false;
let again = false;

async function loadNodes(): Promise<void> {
    if (loading) {
        again = true;
        return;
    }
    loading = true;
    nodes.awaitAll();
    try {
        do {
            again = false;
            const answer = await ask<Nodes>('nodes');
            if (!again) {
                fillNodes(answer);
            }
        } while (again);
    } finally {
        loading = false;
    }
}

function on<T>(name: string, take: (data: T) => void): void {
    source?.addEventListener(name, (event) => {
        const data = JSON.parse((event as MessageEvent<string>).data) as T;
        beforeTheNextFrame(() => take(data));
    });
}

function open(): void {
    source?.close();
    source = new EventSource('/berth/v1/stream');
    source.onopen = () => {
        pause = SHORTEST_PAUSE;
        connection.value = 'live';
        trouble.value = '';
    };
    // Whoever answers next may be another process: everything is asked for again.
    source.onerror = later;
    on<Stats>('stats', takeStats);
    on<DecisionsFrame>('decisions', takeDecisions);
    on<Second>('second', takeSecond);
    on<NodesFrame>('nodes', (frame) => {
        if (takeNodes(frame)) {
            // Without the nodes nothing on the map would move any more.
            void loadNodes().catch(later);
        }
    });
}

function later(): void {
    source?.close();
    if (connection.peek() === 'signed out') {
        return;
    }
    // Streams end now and then, and the next begins at once: only one that does not is worth a word.
    if (pause > SHORTEST_PAUSE) {
        connection.value = 'reconnecting';
    }
    clearTimeout(timer);
    timer = setTimeout(() => void start(), pause) as unknown as number;
    pause = Math.min(pause * 2, LONGEST_PAUSE);
}

/** Asks for the present and listens to what changes; asks again until there is an answer. */
export async function start(): Promise<void> {
    try {
        // What draws the first picture is asked for at once; the stream comes after it.
        const listed = loadNodes();
        const lately = Promise.all([ask<{ decisions: Decision[] }>('decisions?newest=200'), ask<HistoryAnswer>('history')]);
        listed.catch(() => undefined);
        lately.catch(() => undefined);
        const answer = await ask<Overview>('overview');
        batch(() => {
            overview.value = answer;
            stats.value = answer.stats;
            setClock(answer.now);
            if (connection.peek() === 'signed out') {
                connection.value = 'connecting';
            }
        });
        await listed;
        const [{ decisions }, history] = await lately;
        batch(() => {
            forgetDecisions();
            takeDecisions({ decisions, skipped: 0 });
            fillHistory(history);
        });
        open();
    } catch (error) {
        if (error instanceof Refused && error.status === 401) {
            return;
        }
        trouble.value = words(error);
        later();
        if (error instanceof Refused && error.status === 503) {
            connection.value = 'standing by';
        }
    }
}

onSignedOut(() => {
    source?.close();
    clearTimeout(timer);
    connection.value = 'signed out';
});

setInterval(() => {
    if (!document.hidden) {
        tick();
    }
}, 1_000);

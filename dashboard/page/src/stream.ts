import { batch } from '@preact/signals';
import { ask, onSignedOut, AnswerError, errorText } from './api';
import type { DecisionsAnswer, DecisionsEvent, HistoryAnswer, HistorySecond, NodesAnswer, NodesEvent, OverviewAnswer, StatusAnswer } from './contract';
import { inSession } from './session';
import {
    connection,
    fillHistory,
    fillNodes,
    forgetDecisions,
    nodes,
    overview,
    setClock,
    status,
    takeDecisions,
    takeNodes,
    takeSecond,
    takeStatus,
    tick,
    trouble,
} from './store';

const MIN_PAUSE = 250;
const MAX_PAUSE = 10_000;

let source: EventSource | undefined;
let pause = MIN_PAUSE;
let timer = 0;

/** What arrived since the last frame was drawn; all of it is applied at once, before the next. */
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
            const answer = await ask<NodesAnswer>('nodes');
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
    source = new EventSource(inSession('/berth/v1/stream'));
    source.onopen = () => {
        pause = MIN_PAUSE;
        connection.value = 'live';
        trouble.value = '';
    };
    // The next connection may reach another process: everything is loaded again.
    source.onerror = later;
    on<StatusAnswer>('status', takeStatus);
    on<DecisionsEvent>('decisions', takeDecisions);
    on<HistorySecond>('second', takeSecond);
    on<NodesEvent>('nodes', (frame) => {
        if (takeNodes(frame)) {
            // Without the nodes the map would not change any more.
            void loadNodes().catch(later);
        }
    });
}

function later(): void {
    source?.close();
    if (connection.peek() === 'signed out') {
        return;
    }
    // Streams end regularly, and the next begins at once: only a failed one is reported.
    if (pause > MIN_PAUSE) {
        connection.value = 'reconnecting';
    }
    clearTimeout(timer);
    timer = setTimeout(() => void start(), pause) as unknown as number;
    pause = Math.min(pause * 2, MAX_PAUSE);
}

/** Loads the current state and listens to changes; tries again until there is an answer. */
export async function start(): Promise<void> {
    try {
        // What the first view needs is loaded at once; the stream follows.
        const listed = loadNodes();
        const lately = Promise.all([ask<DecisionsAnswer>('decisions?newest=200'), ask<HistoryAnswer>('history')]);
        listed.catch(() => undefined);
        lately.catch(() => undefined);
        const answer = await ask<OverviewAnswer>('overview');
        batch(() => {
            overview.value = answer;
            status.value = answer.status;
            setClock(answer.atMillis);
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
        if (error instanceof AnswerError && error.status === 401) {
            return;
        }
        trouble.value = errorText(error);
        later();
        if (error instanceof AnswerError && error.status === 503) {
            connection.value = 'standby';
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

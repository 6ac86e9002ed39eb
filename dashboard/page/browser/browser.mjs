// A browser on the page: of the made-up cluster, or of the Berth at BERTH_PAGE.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { serve } from './fixture.mjs';

export function findChromium() {
    const named = ['chromium', 'chromium-browser', 'google-chrome'];
    const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => named.map((name) => join(folder, name)));
    return [process.env.CHROMIUM, '/usr/bin/chromium', ...onPath].find((path) => path && existsSync(path));
}

export const missing = findChromium() ? false : 'there is no chromium: install it, or set CHROMIUM to where it is';
export const real = Boolean(process.env.BERTH_PAGE);

/** The addresses of a page to test, and how to end what serves it. */
export async function target(options = {}) {
    if (real) {
        const url = new URL(process.env.BERTH_PAGE);
        return { open: process.env.BERTH_PAGE, address: url.origin, token: url.searchParams.get('token'), close: async () => undefined };
    }
    return serve({ stream: false, ...options });
}

export async function launch() {
    return chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** A signed-in page that remembers everything that went wrong on it. */
export async function visit(browser, served, { path = '/', theme = 'light', width = 1360, height = 860, signIn = true } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: served.address });
    const page = await context.newPage();
    page.wrongs = [];
    page.on('console', (message) => message.type() === 'error' && page.wrongs.push(message.text()));
    page.on('pageerror', (error) => page.wrongs.push(String(error.stack ?? error)));
    await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`));
    });
    if (signIn) {
        await page.goto(served.open);
    }
    await go(page, served, path);
    return page;
}

export async function go(page, served, path) {
    await page.goto(served.address + path);
    await page.waitForSelector('main');
}

/** What the API answers to the page itself, with its cookie. */
export function api(page, path) {
    return page.evaluate(async (asked) => (await fetch(`/session/${localStorage.getItem('berth.session')}/berth/v1/${asked}`)).json(), path);
}

export function kube(page, path) {
    return page.evaluate(async (asked) => (await fetch(`/session/${localStorage.getItem('berth.session')}/k8s/${asked}`)).json(), path);
}

/** Tries until the check holds: what is shown follows what is so, after a moment. */
export async function eventually(check, atMost = 8_000) {
    const end = performance.now() + atMost;
    for (;;) {
        try {
            return await check();
        } catch (error) {
            if (performance.now() > end) {
                throw error;
            }
            await new Promise((resume) => setTimeout(resume, 100));
        }
    }
}

export function nothingWrong(page) {
    assert.deepEqual(page.wrongs, []);
}

export function text(page, selector) {
    return page.locator(selector).first().innerText();
}

/** Some pods in each state, as the API has them: `{bound: 'shop/web', ...}`. */
export async function onePodOfEach(page) {
    const found = {};
    for (const state of ['bound', 'unschedulable', 'gated', 'backoff', 'waiting']) {
        const answer = await api(page, `pods?state=${state}&limit=1`);
        if (answer.pods?.[0]?.pod && answer.pods[0].state === state) {
            found[state] = answer.pods[0].pod;
        }
    }
    return found;
}

export function podPath(pod) {
    const slash = pod.indexOf('/');
    return `/pods/${encodeURIComponent(pod.slice(0, slash))}/${encodeURIComponent(pod.slice(slash + 1))}`;
}

export const grouped = new Intl.NumberFormat('en-US');

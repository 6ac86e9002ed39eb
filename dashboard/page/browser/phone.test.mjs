// Every view on the screen of a phone: no panel covers another, and the page does not scroll sideways.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { go, launch, missing, nothingWrong, onePodOfEach, podPath, target, visit } from './browser.mjs';

/** Panels, cards and headings that share an area of the screen although neither contains the other. */
function overlaps() {
    const parts = [...document.querySelectorAll('.panel, .view-head, .queue-state > *, .panel > header, .panel > .rows, .group-line > *, .state-pods li > *, .line > *, .facts > div, .top > *')];
    const seen = parts
        .map((part) => ({ part, box: part.getBoundingClientRect(), scroller: part.parentElement?.closest('.panel, main') }))
        .filter(({ box }) => box.width > 0 && box.height > 0);
    const found = [];
    for (let i = 0; i < seen.length; i++) {
        for (let j = i + 1; j < seen.length; j++) {
            const [a, b] = [seen[i], seen[j]];
            // What a panel clips is not drawn over others.
            if (a.part.contains(b.part) || b.part.contains(a.part) || a.scroller !== b.scroller) {
                continue;
            }
            const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
            const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
            if (wide > 1 && high > 1) {
                found.push(`${name(a.part)} and ${name(b.part)} share ${Math.round(wide)} × ${Math.round(high)} px`);
            }
        }
    }
    if (document.documentElement.scrollWidth > innerWidth) {
        found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
    }
    // What a panel contains ends inside it, unless the panel scrolls.
    for (const panel of document.querySelectorAll('.panel')) {
        if (getComputedStyle(panel).overflowY === 'visible' && panel.scrollHeight > panel.clientHeight + 2) {
            found.push(`${name(panel)} is ${panel.clientHeight} px high, its content ${panel.scrollHeight} px`);
        }
    }
    return found;

    function name(part) {
        return `${part.tagName.toLowerCase()}.${part.className} "${part.textContent.trim().slice(0, 30)}"`;
    }
}

describe('On a phone', { skip: missing }, () => {
    let browser;
    let served;
    before(async () => {
        browser = await launch();
        served = await target();
    });
    after(async () => {
        await browser?.close();
        await served?.close();
    });

    for (const height of [844, 560]) {
        it(`no view draws one part over another at 390 × ${height}`, async () => {
            const page = await visit(browser, served, { width: 390, height });
            await page.waitForSelector('.connected.live');
            const pods = await onePodOfEach(page);
            const node = await page.evaluate(async () => (await (await fetch(`/session/${localStorage.getItem('berth.session')}/berth/v1/nodes`)).json()).nodes[0].name);
            const views = ['/', '/queue', '/queue/unschedulable', '/queue/gated', '/pods', '/charts', '/create', '/help', '/help/node-resources-fit', `/nodes/${encodeURIComponent(node)}`, '/nowhere/at/all', ...Object.values(pods).map(podPath)];
            for (const view of views) {
                await go(page, served, view);
                await page.waitForTimeout(700);
                assert.deepEqual(await page.evaluate(overlaps), [], view);
            }
            nothingWrong(page);
            await page.context().close();
        });
    }
});

// Everything can be reached and done without a mouse.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { api, eventually, go, launch, missing, nothingWrong, target, text, visit } from './browser.mjs';

describe('keyboard', { skip: missing }, () => {
    let served;
    let browser;
    let page;
    before(async () => {
        served = await target();
        browser = await launch();
        page = await visit(browser, served);
        await page.waitForSelector('.nodes-panel .rows .row');
    });
    after(async () => {
        await browser.close();
        await served.close();
        nothingWrong(page);
    });

    const press = async (...keys) => {
        for (const key of keys) {
            await page.keyboard.press(key);
        }
    };
    // Playwright learns of a new address after the key press has been handled.
    const arrives = (expected) => eventually(async () => assert.equal(decodeURIComponent(new URL(page.url()).pathname), expected));
    const focused = (property, expected) =>
        eventually(async () => assert.equal(await page.evaluate((name) => document.activeElement[name], property), expected));

    it('goes to every view', async () => {
        for (const [key, expected] of Object.entries({ q: '/queue', p: '/pods', h: '/charts', n: '/create', d: '/help', c: '/' })) {
            await press('g', key);
            await arrives(expected);
            // The form takes the focus for its first field: leave it, as a person would.
            await press('Escape');
        }
    });

    it('walks the map and opens a node', async () => {
        await press('g', 'c');
        await page.waitForSelector('.nodes-panel .rows .row');
        await press('ArrowDown');
        await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.className), 'map'));
        await press('ArrowRight', 'ArrowRight', 'ArrowDown');
        // The inspector follows the keys with the next rendering.
        const name = await eventually(async () => {
            const shown = await text(page, '.inspector h2');
            assert.ok((await page.locator('.map [role=status]').innerText()).startsWith(`${shown},`), shown);
            return shown;
        });
        await press('Enter');
        await arrives(`/nodes/${name}`);
    });

    it('walks from a table to a pod, to a reason, to its help page, and back', async () => {
        await press('g', 'p');
        await page.waitForSelector('.pods .rows .name');
        await press('/');
        await focused('type', 'search');
        const { pods } = await api(page, 'pods?sort=name&limit=3');
        await press('Escape', 'ArrowDown', 'ArrowDown', 'ArrowDown');
        await eventually(async () => assert.equal(await page.locator('.pods .row.at').getAttribute('aria-rowindex'), '4'));
        await press('Enter');
        await page.waitForSelector('.answer');
        await arrives(`/pods/${pods[2].pod}`);
        await page.goBack();
        await page.waitForSelector('.pods');
    });

    it('follows the help of a reason with Tab and Enter', async () => {
        const { pods } = await api(page, 'pods?state=unschedulable&limit=1');
        if (pods.length === 0) {
            return;
        }
        await go(page, served, `/pods/${pods[0].pod}`);
        await page.waitForSelector('.help-link');
        for (let turn = 0; turn < 60; turn++) {
            await press('Tab');
            if (await page.evaluate(() => document.activeElement.className === 'help-link')) {
                break;
            }
        }
        await press('Enter');
        await page.waitForURL(/\/help\//);
    });

    it('jumps to a node by name', async () => {
        const { nodes } = await api(page, 'nodes');
        const wanted = nodes[Math.floor(nodes.length / 2)].name;
        await press('Control+k');
        await page.waitForSelector('.jump-dialog input');
        await page.keyboard.type(wanted);
        await page.waitForSelector('.jump-dialog li');
        await press('Enter');
        await arrives(`/nodes/${wanted}`);
        await eventually(async () => assert.equal(await page.locator('dialog[open]').count(), 0));
    });

    it('shows its keys, and Esc closes them', async () => {
        await press('g', 'c', '?');
        await page.waitForSelector('dialog[open] .keys');
        const shown = await text(page, '.keys');
        for (const title of ['Cluster', 'Queue', 'Pods', 'Charts', 'Create', 'Help']) {
            assert.ok(shown.includes(title));
        }
        await press('Escape');
        await eventually(async () => assert.equal(await page.locator('dialog').count(), 0));
    });

    it('skips to the view and shows where the focus is', async () => {
        await go(page, served, '/queue');
        await page.waitForSelector('.queue-state');
        await press('Tab');
        await focused('className', 'skip');
        assert.ok((await page.locator('.skip').boundingBox()).y >= 0);
        await press('Enter');
        await focused('id', 'main');
        for (let turn = 0; turn < 6; turn++) {
            await press('Tab');
            const outline = await page.evaluate(() => {
                const style = getComputedStyle(document.activeElement);
                return `${style.outlineStyle} ${style.outlineWidth}`;
            });
            assert.equal(outline, 'solid 2px');
        }
    });

    it('changes the colours and keeps them', async () => {
        const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
        await go(page, served, '/charts');
        assert.equal(await theme(), 'light');
        await press('t');
        assert.equal(await theme(), 'dark');
        await page.reload();
        assert.equal(await theme(), 'dark');
        await press('t');
        assert.equal(await theme(), 'light');
    });
});

// Nothing stands in the way of people who use the page otherwise: axe on every view, in both themes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { api, go, launch, missing, nothingWrong, onePodOfEach, podPath, target, visit } from './browser.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe('access', { skip: missing }, () => {
    let served;
    let browser;
    before(async () => {
        served = await target({ nodes: 60, pods: 600 });
        browser = await launch();
    });
    after(async () => {
        await browser.close();
        await served.close();
    });

    async function check(page, where) {
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
        const found = violations
            .filter((one) => one.impact === 'serious' || one.impact === 'critical')
            .map((one) => `${where}: ${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).slice(0, 3).join(' | ')}`);
        assert.deepEqual(found, []);
    }

    for (const theme of ['light', 'dark']) {
        it(`every view, ${theme}`, async () => {
            const page = await visit(browser, served, { theme });
            assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
            const { nodes } = await api(page, 'nodes');
            const pods = Object.values(await onePodOfEach(page)).map(podPath);
            const paths = ['/', `/nodes/${nodes[0].name}`, '/queue', '/queue/unschedulable', '/pods', ...pods, '/charts', '/create', '/create?way=yaml', '/create?way=scale', '/help', '/help/node-resources-fit', '/nothing'];
            for (const path of paths) {
                await go(page, served, path);
                await page.waitForLoadState('load');
                await page.waitForSelector('h1, h2');
                await page.waitForTimeout(400);
                await check(page, path);
            }
            await page.keyboard.press('?');
            await page.waitForSelector('dialog');
            await check(page, 'keys');
            nothingWrong(page);
            await page.context().close();
        });
    }

    it('sign-in', async () => {
        const page = await visit(browser, served, { signIn: false });
        await page.waitForSelector('.signin');
        await check(page, 'sign-in');
        await page.context().close();
    });

    it('narrow screens can be used: nothing is wider than the page', async () => {
        const page = await visit(browser, served, { width: 420, height: 800 });
        for (const path of ['/', '/queue', '/pods', '/charts', '/create', '/help/node-resources-fit']) {
            await go(page, served, path);
            await page.waitForTimeout(300);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(wide <= 0, `${path} is ${wide} px too wide`);
            const main = await page.evaluate(() => document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth);
            assert.ok(main <= 0, `${path}: the view is ${main} px too wide`);
        }
        await page.context().close();
    });
});

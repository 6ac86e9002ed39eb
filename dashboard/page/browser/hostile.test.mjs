// Names that want to be more than names are shown, and nothing else happens.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually, go, launch, missing, nothingWrong, podPath, real, target, text, visit } from './browser.mjs';
import { HOSTILE } from './cluster.mjs';

describe('hostile names', { skip: missing || (real && 'a real API server lets no such name in') }, () => {
    let served;
    let browser;
    let page;
    before(async () => {
        served = await target({ hostile: true, nodes: 40, pods: 50, stream: true });
        browser = await launch();
        page = await visit(browser, served);
        page.on('dialog', (dialog) => {
            page.wrongs.push(`a dialog: ${dialog.message()}`);
            void dialog.dismiss();
        });
    });
    after(async () => {
        await browser.close();
        await served.close();
        nothingWrong(page);
    });

    async function inert() {
        const hurt = await page.evaluate(() => ({
            flag: window.hurt,
            made: document.querySelectorAll('main img, main script, main b:not(:empty) b, main i').length,
            hidden: /[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/.test(document.body.innerText),
        }));
        assert.deepEqual(hurt, { flag: undefined, made: 0, hidden: false });
    }

    it('in the tables', async () => {
        await go(page, served, '/pods?search=shop/');
        await page.waitForSelector('.pods .rows .name');
        await inert();
        const shown = await page.locator('.pods .rows').innerText();
        assert.ok(shown.includes('<img src=x onerror=alert(1)>'));
        assert.ok(shown.includes('⟨U+001B⟩[31mred⟨U+0007⟩'));
        assert.equal(await page.locator('.pods .rows bdi').count() > 0, true);
        const box = await page.locator('.pods [role=grid]').boundingBox();
        const cell = await page.locator('.pods .rows .cell').first().boundingBox();
        assert.ok(cell.width < box.width);
    });

    for (const name of HOSTILE) {
        it(`on the page of ${JSON.stringify(name).slice(0, 40)}`, async () => {
            await go(page, served, podPath(name));
            await page.waitForSelector('.answer');
            await inert();
            const wide = await page.evaluate(() => document.querySelector('main').scrollWidth - document.querySelector('main').clientWidth);
            assert.ok(wide <= 0, `${wide} px too wide`);
            await page.getByRole('button', { name: 'Copy name' }).click();
            assert.equal(await page.evaluate(() => navigator.clipboard.readText()), name);
        });
    }

    it('of nodes, in the map, the table and on its page', async () => {
        for (const name of ['node-<b>bold</b>\u202eevil', `node-${'n'.repeat(248)}`]) {
            await go(page, served, `/?search=${encodeURIComponent(name)}`);
            await page.waitForSelector('.nodes-panel .rows .row');
            await inert();
            await page.locator('.nodes-panel [role=grid]').focus();
            await page.keyboard.press('ArrowUp');
            await page.keyboard.press('Enter');
            await page.waitForSelector('.node-side');
            await eventually(async () => assert.equal(decodeURIComponent(new URL(page.url()).pathname), `/nodes/${name}`));
            await inert();
            if (name.includes('\u202e')) {
                assert.equal(await text(page, 'h1'), 'node-<b>bold</b>⟨U+202E⟩evil');
                assert.ok((await page.title()).includes('⟨U+202E⟩'));
            }
        }
    });
});

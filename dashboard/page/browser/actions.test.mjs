// What the page changes on the embedded cluster, and how it comes and goes with its server.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { api, eventually, go, kube, launch, missing, nothingWrong, real, target, text, visit } from './browser.mjs';

describe('actions', { skip: missing }, () => {
    let served;
    let browser;
    let page;
    const made = `page-${Date.now().toString(36)}`;
    before(async () => {
        served = await target();
        browser = await launch();
        page = await visit(browser, served);
    });
    beforeEach(async () => go(page, served, '/'));
    after(async () => {
        await browser.close();
        await served.close();
        nothingWrong(page);
    });

    it('pauses, steps and resumes', async () => {
        await page.waitForSelector('.connected.live');
        await page.keyboard.press('P');
        await page.waitForSelector('.connected.paused');
        assert.equal((await api(page, 'overview')).status.paused, true);
        const before = (await api(page, 'overview')).status.attempts;
        if (!real) {
            await page.keyboard.press('.');
            await eventually(async () => assert.equal((await api(page, 'overview')).status.attempts, before + 1));
        }
        await page.getByRole('button', { name: 'Resume' }).click();
        await page.waitForSelector('.connected.live');
        assert.equal((await api(page, 'overview')).status.paused, false);
    });

    it('creates nodes by the form, and they come by the stream', async () => {
        await go(page, served, '/create');
        await page.getByRole('button', { name: 'Node', exact: true }).click();
        await page.getByLabel('Name').fill(made);
        await page.getByLabel('How many').fill('2');
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await eventually(async () => assert.equal(await text(page, '.results [role=status]'), '2 created, 0 rejected'));
        await page.keyboard.press('Escape');
        await page.keyboard.press('g');
        await page.keyboard.press('c');
        await page.locator('[data-search]').fill(made);
        await eventually(async () => assert.equal(await page.locator('.nodes-panel .rows .row').count(), 2));
    });

    it('cordons, drains and deletes a node', async () => {
        await go(page, served, `/nodes/${made}-1`);
        await page.getByRole('button', { name: 'Cordon' }).click();
        await page.waitForSelector('.chip.warn');
        assert.equal((await api(page, `nodes/${made}-1`)).node.cordoned, true);
        await page.getByRole('button', { name: 'Uncordon' }).click();
        await page.waitForSelector('.chip.warn', { state: 'detached' });
        await page.getByRole('button', { name: 'Drain…' }).click();
        await page.locator('dialog').getByRole('button', { name: 'Drain' }).click();
        await eventually(async () => assert.equal(await text(page, '.progress b'), 'Drained'), 20_000);
        await page.getByRole('button', { name: 'Delete…' }).click();
        await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement.innerText), 'Cancel'));
        await page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
        await eventually(async () => assert.equal(new URL(page.url()).pathname, '/'));
        await eventually(async () => assert.ok(!(await api(page, 'nodes')).nodes.some((node) => node.name === `${made}-1`)));
        // What is on the node may be asked for just when it goes.
        page.wrongs = page.wrongs.filter((wrong) => !wrong.includes('404'));
    });

    it('drains a node with pods on it, as far as budgets let it, and leaves those of daemon sets', { skip: real }, async () => {
        const { nodes } = await api(page, 'nodes');
        const busiest = nodes.reduce((most, node) => (node.pods > most.pods ? node : most));
        await go(page, served, `/nodes/${busiest.name}`);
        await page.getByRole('button', { name: 'Drain…' }).click();
        await page.locator('dialog').getByRole('button', { name: 'Drain' }).click();
        await eventually(async () => assert.equal(await text(page, '.progress b'), 'Drained'), 30_000);
        const left = await kube(page, `api/v1/pods?fieldSelector=spec.nodeName%3D${busiest.name}`);
        assert.ok(left.items.every((pod) => pod.metadata.ownerReferences?.[0].kind === 'DaemonSet'));
        page.wrongs = page.wrongs.filter((wrong) => !wrong.includes('429'));
    });

    it('creates several documents and says what became of each', async () => {
        await go(page, served, '/create?way=yaml');
        const pod = (name) => `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\nspec:\n  containers:\n  - name: main\n    image: nginx\n`;
        await page.locator('textarea').fill(`${pod(`${made}-a`)}---\n${pod(`${made}-a`)}---\nkind: Pod\n---\napiVersion: v1\nkind: Pood\nmetadata:\n  name: x\n`);
        await page.keyboard.press('Control+Enter');
        await eventually(async () => assert.equal(await text(page, '.results [role=status]'), '1 created, 3 rejected'));
        const results = await page.locator('.result-list li').allInnerTexts();
        assert.match(results[1], /already exists/);
        assert.match(results[2], /no apiVersion/);
        assert.match(results[3], /no kind Pood in v1/);
        page.wrongs = page.wrongs.filter((wrong) => !wrong.includes('409'));
        await page.locator('.result-list a').click();
        await page.waitForSelector('.answer');
        await eventually(async () => assert.equal(new URL(page.url()).pathname, `/pods/default/${made}-a`));
    });

    it('loads an example', async () => {
        await go(page, served, '/create?way=yaml');
        const { examples } = await api(page, 'examples');
        await eventually(async () => assert.equal(await page.locator('.yaml option').count(), examples.length + 1));
        await page.locator('.yaml select').selectOption(examples[0].name);
        assert.equal(await page.locator('textarea').inputValue(), examples[0].yaml);
    });

    it('creates a deployment and scales it', async () => {
        await go(page, served, '/create');
        await page.getByLabel('Name', { exact: true }).fill(`${made}-web`);
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        await eventually(async () => assert.equal(await text(page, '.results [role=status]'), '1 created, 0 rejected'));
        await page.getByRole('button', { name: 'Scale' }).click();
        const field = page.getByLabel(`Replicas of default/${made}-web`);
        await field.fill('5');
        await field.press('Enter');
        await eventually(async () => {
            const { items } = await kube(page, 'apis/apps/v1/deployments');
            assert.equal(items.find((one) => one.metadata.name === `${made}-web`).spec.replicas, 5);
        });
    });

    it('says what is wrong with a form', async () => {
        await go(page, served, '/create');
        await page.getByLabel('Node selector').fill('nonsense');
        await page.getByRole('button', { name: 'Create', exact: true }).click();
        assert.match(await text(page, '.form .trouble'), /"nonsense" is not of the form key=value/);
    });

    it('only reads where nothing may be changed', { skip: real }, async () => {
        const other = await target({ writable: false, nodes: 5, pods: 5 });
        const reader = await visit(browser, other);
        await reader.waitForSelector('.nodes-panel .rows .row');
        assert.equal(await reader.locator('.steering').count(), 0);
        assert.equal(await reader.getByRole('link', { name: 'Create' }).count(), 0);
        await go(reader, other, '/nodes/node-1');
        await reader.waitForSelector('.node-side');
        assert.equal(await reader.locator('.actions').count(), 0);
        await reader.context().close();
        await other.close();
    });
});

describe('session', { skip: missing }, () => {
    let served;
    let browser;
    before(async () => {
        served = await target({ nodes: 12, pods: 40 });
        browser = await launch();
    });
    after(async () => {
        await browser.close();
        await served.close();
    });

    it('asks for the token, refuses a wrong one, and goes on where one was', async () => {
        const page = await visit(browser, served, { signIn: false, path: '/queue' });
        await page.getByLabel('Token').fill('wrong');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.trouble');
        await page.getByLabel('Token').fill(served.token);
        await page.keyboard.press('Enter');
        await page.waitForSelector('.queue-state');
        await eventually(async () => assert.equal(new URL(page.url()).pathname, '/queue'));
        assert.ok(!page.url().includes(served.token));
        await page.context().close();
    });

    it('signs out', async () => {
        const page = await visit(browser, served);
        await page.waitForSelector('.connected.live');
        await page.keyboard.press('?');
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.waitForSelector('.signin');
        const status = await page.evaluate(async () => (await fetch(`/session/${localStorage.getItem('berth.session')}/berth/v1/overview`)).status);
        assert.equal(status, 401);
        await page.context().close();
    });

    it('comes back when the stream broke, and shows what changed meanwhile', { skip: real }, async () => {
        const page = await visit(browser, served);
        await page.waitForSelector('.connected.live');
        await page.route('**/berth/v1/stream', (route) => route.abort());
        served.dropStreams();
        await page.waitForSelector('.connected.reconnecting');
        served.cluster.addNode('node-late', 1);
        served.cluster.touch('node-late');
        await page.unroute('**/berth/v1/stream');
        await page.waitForSelector('.connected.live', { timeout: 20_000 });
        await page.locator('[data-search]').fill('node-late');
        await eventually(async () => assert.equal(await page.locator('.nodes-panel .rows .row').count(), 1));
        await page.context().close();
    });
});

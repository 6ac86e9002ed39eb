// Every view shows what the API answers, at an address of its own.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { api, eventually, go, grouped, launch, missing, nothingWrong, onePodOfEach, podPath, real, target, text, visit } from './browser.mjs';

describe('views', { skip: missing }, () => {
    let served;
    let browser;
    let page;
    before(async () => {
        served = await target();
        browser = await launch();
        page = await visit(browser, served);
    });
    after(async () => {
        await browser.close();
        await served.close();
        nothingWrong(page);
    });

    const figure = async (title) =>
        page.locator('.figure', { has: page.locator('dt', { hasText: new RegExp(`^${title}$`) }) }).locator('dd').innerText();

    it('shows the first picture within a second', async () => {
        await go(page, served, '/');
        const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity);
        console.log(`first paint after ${Math.round(painted)} ms`);
        assert.ok(painted < 1_000, `first paint after ${painted} ms`);
    });

    it('cluster: the figures, the nodes, the map', async () => {
        await go(page, served, '/');
        await eventually(async () => {
            const overview = await api(page, 'overview');
            assert.equal(await figure('nodes'), grouped.format(overview.stats.nodes));
            assert.equal(await figure('pods'), grouped.format(overview.stats.pods));
            for (const [lane, count] of Object.entries(overview.stats.lanes)) {
                assert.equal(await figure(lane), grouped.format(count));
            }
        });
        const { nodes, resources } = await api(page, 'nodes');
        assert.equal(await page.locator('.nodes-panel [role=grid]').getAttribute('aria-rowcount'), String(nodes.length + 1));
        const size = await page.locator('.map canvas').boundingBox();
        assert.ok(size.width > 300 && size.height > 30);
        const drawn = await page.evaluate(() => {
            const canvas = document.querySelector('.map canvas');
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            return data.some((value) => value !== 0);
        });
        assert.ok(drawn, 'the map is drawn');
        assert.deepEqual(await page.locator('select[aria-label=Resource] option').allInnerTexts(), resources);
    });

    it('cluster: sorts and filters nodes, and keeps both in the address', async () => {
        await go(page, served, '/');
        const { nodes, resources } = await api(page, 'nodes');
        await page.locator('.nodes-panel .sort', { hasText: /^cpu/ }).click();
        assert.match(page.url(), /sort=-cpu/);
        const cpu = resources.indexOf('cpu');
        const fullest = Math.max(...nodes.map((node) => node.requested[cpu] / node.allocatable[cpu]));
        const first = await text(page, '.nodes-panel .rows [role=row][aria-rowindex="2"] .cell');
        const node = nodes.find((one) => one.name === first);
        if (!real) {
            assert.equal(node.requested[cpu] / node.allocatable[cpu], fullest);
        }
        const wanted = nodes[nodes.length - 1].name;
        await page.locator('[data-search]').fill(wanted);
        await eventually(async () => assert.equal(await page.locator('.nodes-panel [role=grid]').getAttribute('aria-rowcount'), String(nodes.filter((one) => one.name.includes(wanted)).length + 1)));
        await page.reload();
        await page.waitForSelector('.nodes-panel .rows .row');
        assert.equal(await page.locator('[data-search]').inputValue(), wanted);
    });

    it('cluster: pointing at the map tells the figures of a node', async () => {
        await go(page, served, '/');
        await page.waitForSelector('.nodes-panel .rows .row');
        const { nodes } = await api(page, 'nodes');
        const box = await page.locator('.map canvas').boundingBox();
        await page.mouse.move(box.x + 5, box.y + 30);
        const name = await text(page, '.inspector h2');
        assert.ok(nodes.some((node) => node.name === name), name);
        await page.mouse.click(box.x + 5, box.y + 30);
        await eventually(async () => assert.equal(new URL(page.url()).pathname, `/nodes/${name}`));
    });

    it('node: its room, labels and pods', async () => {
        const { nodes } = await api(page, 'nodes');
        const busiest = nodes.reduce((most, node) => (node.pods > most.pods ? node : most));
        await go(page, served, `/nodes/${busiest.name}`);
        await page.waitForSelector('.node-main .rows .row');
        await eventually(async () => {
            const answer = await api(page, `nodes/${busiest.name}`);
            assert.equal(await text(page, '.node-main h2'), `${answer.pods.length} pod${answer.pods.length === 1 ? '' : 's'}`);
            assert.equal(await page.locator('.labels dt').count(), Object.keys(answer.labels).length);
            assert.equal(await page.locator('.node-side .usage').count(), answer.resources.length);
        });
        assert.match(await page.title(), new RegExp(busiest.name));
    });

    it('node: one that is not there says so', async () => {
        await go(page, served, '/nodes/no-such-node');
        assert.match(await text(page, '.trouble'), /no-such-node/);
        page.wrongs = page.wrongs.filter((wrong) => !wrong.includes('404'));
    });

    it('queue: six lanes with their counts', async () => {
        await go(page, served, '/queue');
        await eventually(async () => {
            const { lanes } = await api(page, 'queue?limit=1');
            assert.equal(lanes.length, 6);
            for (const lane of lanes) {
                assert.equal(await text(page, `.lane-count[data-lane=${lane.lane}]`), grouped.format(lane.count));
            }
        });
    });

    it('queue: a lane with its pods and what would wake them', async () => {
        await go(page, served, '/queue/unschedulable');
        await eventually(async () => {
            const lane = (await api(page, 'queue?lane=unschedulable&limit=100')).lanes.find((one) => one.lane === 'unschedulable');
            assert.equal(await text(page, '.lane-count'), grouped.format(lane.count));
            if (lane.count > 0) {
                const [first] = lane.pods;
                assert.equal(await text(page, '.one-lane .rows [aria-rowindex="2"] .cell'), first.pod);
                const words = first.wakes.flatMap((wake) => wake.words);
                const shown = await text(page, '.wake-panel');
                words.forEach((word) => assert.ok(shown.includes(word), `${word} in ${shown}`));
            }
        });
    });

    it('pods: as many as there are, sorted and searched by the server', async () => {
        await go(page, served, '/pods');
        await eventually(async () => {
            const answer = await api(page, 'pods?limit=1');
            assert.equal(await page.locator('.pods [role=grid]').getAttribute('aria-rowcount'), String(answer.total + 1));
        });
        await page.locator('.pods .sort', { hasText: /^Priority/ }).click();
        await eventually(async () => {
            const answer = await api(page, 'pods?sort=-priority&limit=5');
            assert.equal(await text(page, '.pods .rows [aria-rowindex="2"] .cell'), answer.pods[0].pod);
        });
        const some = (await api(page, 'pods?limit=1')).pods[0].pod;
        await page.locator('[data-search]').fill(some);
        await eventually(async () => {
            const answer = await api(page, `pods?search=${encodeURIComponent(some)}&limit=1`);
            assert.equal(await page.locator('.pods [role=grid]').getAttribute('aria-rowcount'), String(answer.total + 1));
        });
    });

    it('pods: the end of the list comes when one goes there', async () => {
        await go(page, served, '/pods');
        await page.waitForSelector('.pods .rows .name');
        const { total } = await api(page, 'pods?limit=1');
        await page.locator('.pods [role=grid]').focus();
        await page.keyboard.press('End');
        await eventually(async () => {
            const answer = await api(page, `pods?sort=name&offset=${total - 1}&limit=1`);
            assert.equal(await text(page, `.pods .rows [aria-rowindex="${total + 1}"] .cell`), answer.pods[0].pod);
        });
    });

    it('pods: one state alone', async () => {
        await go(page, served, '/pods?state=unschedulable');
        await eventually(async () => {
            const answer = await api(page, 'pods?lane=unschedulable&limit=200');
            assert.equal(await page.locator('.pods [role=grid]').getAttribute('aria-rowcount'), String(answer.total + 1));
            const states = await page.locator('.pods .rows .badge').allInnerTexts();
            assert.ok(states.every((state) => state === 'unschedulable'), states.join());
        });
    });

    it('decision: the answer first, then reasons or scores, for pods of every state', async () => {
        const pods = await onePodOfEach(page);
        assert.ok(Object.keys(pods).length > 0, 'some pods to look at');
        for (const [state, pod] of Object.entries(pods)) {
            await go(page, served, podPath(pod));
            await page.waitForSelector('.answer');
            const answer = await api(page, `explain/pods/${pod}`);
            assert.equal(await text(page, '.summary .answer'), answer.answer, state);
            assert.equal(await page.locator('.attempts li').count(), answer.attempts.length);
            for (const group of answer.groups) {
                const line = page.locator('.group-line', { hasText: group.reasons.join('; ') }).first();
                assert.ok((await line.innerText()).includes(grouped.format(group.nodes)));
                if (group.help) {
                    assert.equal(await line.locator('.help-link').getAttribute('href'), `/help/${group.help}`);
                }
            }
            const winner = answer.attempts[0]?.winner;
            if (winner) {
                assert.ok((await text(page, '.duel-head.first')).includes(grouped.format(winner.total)));
                assert.equal(await page.locator('.duel .rows .row').count(), new Set([...winner.scores, ...(answer.attempts[0].runnerUp?.scores ?? [])].map((score) => score.plugin)).size);
            }
        }
    });

    it('decision: says that detail was recomputed where only the summary was kept', async () => {
        const pods = await onePodOfEach(page);
        const pod = pods.unschedulable ?? pods.bound;
        await go(page, served, podPath(pod));
        await page.waitForSelector('.answer');
        const answer = await api(page, `explain/pods/${pod}`);
        if (!answer.attempts[0]?.detail) {
            await page.waitForSelector('.note');
            const present = await api(page, `explain/pods/${pod}/present`);
            assert.ok((await text(page, '.note')).startsWith(present.note));
        }
    });

    it('decision: scores can be sorted by any column', async () => {
        const { bound } = await onePodOfEach(page);
        await go(page, served, podPath(bound));
        await page.waitForSelector('.duel .rows .row');
        const heads = page.locator('.duel .sort');
        for (let column = 0; column < (await heads.count()); column++) {
            await heads.nth(column).click();
            assert.equal(await page.locator('.duel [aria-sort]').count(), 1);
            const values = await page.locator('.duel .rows .row').evaluateAll(
                (rows, at) =>
                    rows
                        .sort((a, b) => a.ariaRowIndex - b.ariaRowIndex)
                        .map((row) => row.children[at].innerText.replace('−', '-').replace('+', '').replace(',', '')),
                column,
            );
            if (column > 0) {
                const numbers = values.map((value) => (value === '–' ? -Infinity : Number(value)));
                const direction = await page.locator('.duel [aria-sort]').getAttribute('aria-sort');
                const expected = [...numbers].sort((a, b) => (direction === 'descending' ? b - a : a - b));
                assert.deepEqual(numbers, expected);
            }
        }
    });

    it('decision: asks about one node', async () => {
        const { bound } = await onePodOfEach(page);
        const { nodes } = await api(page, 'nodes');
        await go(page, served, podPath(bound));
        await page.waitForSelector('.answer');
        await page.getByPlaceholder('name of a node').fill(nodes[0].name);
        await page.keyboard.press('Enter');
        const answer = await api(page, `why-not/${bound}/${nodes[0].name}`);
        await eventually(async () => assert.ok((await page.locator('.section').last().innerText()).includes(answer.answer)));
    });

    it('decision: a receipt of preemption', { skip: real }, async () => {
        await go(page, served, '/pods/payments/settle-urgent');
        await page.waitForSelector('.answer');
        const { attempts } = await api(page, 'explain/pods/payments/settle-urgent');
        const receipt = page.locator('.section', { has: page.getByRole('heading', { name: 'Preemption' }) });
        const shown = await receipt.innerText();
        for (const victim of attempts[0].preemption.victims) {
            assert.ok(shown.includes(victim.pod));
        }
        assert.ok(shown.includes('violated'));
        assert.equal(await page.locator('.moves li').count(), attempts[0].moves.length);
    });

    it('decision: an earlier attempt has its address', { skip: real }, async () => {
        await go(page, served, '/pods/payments/settle-urgent');
        await page.locator('.attempts li button').last().click();
        assert.match(page.url(), /attempt=\d+/);
        await page.reload();
        await page.waitForSelector('.attempts [aria-current]');
        assert.equal(await text(page, '.attempts [aria-current] .attempt-number'), '#1');
    });

    it('charts: four, with the latest figures', async () => {
        await go(page, served, '/charts');
        await page.waitForSelector('.u-over');
        assert.equal(await page.locator('.chart').count(), 4);
        await eventually(async () => {
            const history = await api(page, 'history');
            const label = await page.locator('.chart').first().getAttribute('aria-label');
            assert.ok(history.scheduled.slice(-3).some((value) => label.endsWith(`pods/s ${grouped.format(value)}`)), label);
        });
        await page.getByRole('button', { name: 'last 1h' }).click();
        assert.match(page.url(), /range=1h/);
    });

    it('help: every page, from every link', async () => {
        await go(page, served, '/help');
        const { pages } = await api(page, 'help');
        await page.waitForSelector('.help-list li');
        assert.equal(await page.locator('.help-list li').count(), pages.length);
        for (const one of pages) {
            await page.locator(`.help-list a[href="/help/${one.page}"]`).click();
            await eventually(async () => assert.equal(await text(page, '.help-text h1'), one.title));
        }
    });

    it('goes back and forward through views', async () => {
        await go(page, served, '/');
        for (const name of ['Queue', 'Pods', 'Charts']) {
            await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name }).click();
        }
        await eventually(async () => assert.equal(new URL(page.url()).pathname, '/charts'));
        await page.goBack();
        await eventually(async () => assert.equal(new URL(page.url()).pathname, '/pods'));
        await page.waitForSelector('.pods');
        await page.goBack();
        await page.waitForSelector('.queue');
        await page.goForward();
        await page.waitForSelector('.pods');
        assert.equal(await page.locator('nav a[aria-current]').innerText(), 'Pods');
    });

    it('says where there is nothing', async () => {
        await go(page, served, '/nowhere/at/all');
        assert.match(await text(page, 'h1'), /no view at this address/);
    });
});

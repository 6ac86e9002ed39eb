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

    /** Summaries contain the time that is left. */
    const timeless = (summary) => summary.replace(/in at most \d+ (s|min|h)/, 'soon');

    const figure = async (title) =>
        page.locator('.figure', { has: page.locator('dt', { hasText: new RegExp(`^${title}$`) }) }).locator('dd').innerText();

    it('shows its frame before the first answer arrives', async () => {
        let answer;
        const answered = new Promise((resolve) => (answer = resolve));
        await page.route('**/berth/v1/**', async (route) => {
            await answered;
            await route.continue();
        });
        await page.goto(served.address);
        await page.waitForSelector('.top nav a');
        assert.equal(await figure('nodes'), '–');
        answer();
        await eventually(async () => assert.notEqual(await figure('nodes'), '–'));
        await page.unroute('**/berth/v1/**');
    });

    it('cluster: the figures, the nodes, the map', async () => {
        await go(page, served, '/');
        await eventually(async () => {
            const overview = await api(page, 'overview');
            assert.equal(await figure('nodes'), grouped.format(overview.status.nodes));
            assert.equal(await figure('pods'), grouped.format(overview.status.pods));
            for (const [state, count] of Object.entries(overview.status.states)) {
                assert.equal(await figure(state), grouped.format(count));
            }
        });
        const { nodes, resources } = await api(page, 'nodes');
        await eventually(async () => assert.equal(await page.locator('.nodes-panel [role=grid]').getAttribute('aria-rowcount'), String(nodes.length + 1)));
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
        await page.waitForURL(/sort=-cpu/);
        const cpu = resources.indexOf('cpu');
        const fullest = Math.max(...nodes.map((node) => node.requested[cpu] / node.allocatable[cpu]));
        if (!real) {
            await eventually(async () => {
                const first = await text(page, '.nodes-panel .rows [role=row][aria-rowindex="2"] .cell');
                const node = nodes.find((one) => one.name === first);
                assert.equal(node.requested[cpu] / node.allocatable[cpu], fullest);
            });
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
        const name = await eventually(async () => {
            const shown = await text(page, '.inspector h2');
            assert.ok(nodes.some((node) => node.name === shown), shown);
            return shown;
        });
        await page.mouse.click(box.x + 5, box.y + 30);
        await eventually(async () => assert.equal(new URL(page.url()).pathname, `/nodes/${name}`));
    });

    it('node: its resources, labels and pods', async () => {
        const { nodes } = await api(page, 'nodes');
        const busiest = nodes.reduce((most, node) => (node.pods > most.pods ? node : most));
        await go(page, served, `/nodes/${busiest.name}`);
        await page.waitForSelector('.node-main .rows .row');
        await eventually(async () => {
            const answer = await api(page, `nodes/${busiest.name}`);
            assert.equal(await text(page, '.node-main h2'), `${answer.pods.length} pod${answer.pods.length === 1 ? '' : 's'}`);
            assert.equal(await page.locator('.labels dt').count(), Object.keys(answer.labels).length);
            assert.equal(await page.locator('.node-side .usage').count(), answer.resources.length);
            const devices = page.locator('[aria-label="Devices of this node"]').first();
            assert.equal(await devices.count(), Math.min(1, answer.devices.length));
            for (const device of answer.devices) {
                const shown = await devices.textContent();
                assert.ok([device.device, ...device.claims].every((part) => shown.includes(part)), shown);
            }
        });
        assert.match(await page.title(), new RegExp(busiest.name));
    });

    it('node: one that is not there says so', async () => {
        await go(page, served, '/nodes/no-such-node');
        assert.match(await text(page, '.trouble'), /no-such-node/);
        page.wrongs = page.wrongs.filter((wrong) => !wrong.includes('404'));
    });

    it('queue: six states with their counts', async () => {
        await go(page, served, '/queue');
        await eventually(async () => {
            const { states } = await api(page, 'queue?limit=1');
            assert.equal(states.length, 6);
            for (const one of states) {
                assert.equal(await text(page, `.state-count[data-state=${one.state}]`), grouped.format(one.count));
            }
        });
    });

    it('queue: a state with its pods and the events that requeue them', async () => {
        await go(page, served, '/queue/unschedulable');
        await eventually(async () => {
            const state = (await api(page, 'queue?state=unschedulable&limit=100')).states[0];
            assert.equal(await text(page, '.state-count'), grouped.format(state.count));
            if (state.count > 0) {
                const [first] = state.pods;
                assert.equal(await text(page, '.one-state .rows [aria-rowindex="2"] .cell'), first.pod);
                const descriptions = first.requeue.flatMap((one) => one.descriptions);
                const shown = await text(page, '.requeue-panel');
                descriptions.forEach((one) => assert.ok(shown.includes(one), `${one} in ${shown}`));
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
            const answer = await api(page, 'pods?state=unschedulable&limit=200');
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
            // A living pod may be tried again between the answer of the page and this one.
            await eventually(async () => {
                const answer = await api(page, `explain/pods/${pod}`);
                assert.equal(timeless(await text(page, '.summary .answer')), timeless(answer.summary), state);
                assert.equal(await page.locator('.attempts li').count(), answer.attempts.length);
                for (const rejection of answer.rejections) {
                    const line = page.locator('.group-line', { hasText: rejection.reasons.join('; ') }).first();
                    assert.ok((await line.innerText()).includes(grouped.format(rejection.nodes)));
                    if (rejection.helpPage) {
                        assert.equal(await line.locator('.help-link').getAttribute('href'), `/help/${rejection.helpPage}`);
                    }
                }
                const winner = answer.attempts[0]?.winner;
                if (winner) {
                    assert.ok((await text(page, '.duel-head.first')).includes(grouped.format(winner.total)));
                    assert.equal(await page.locator('.duel .rows .row').count(), new Set([...winner.scores, ...(answer.attempts[0].runnerUp?.scores ?? [])].map((score) => score.plugin)).size);
                }
            });
        }
    });

    it('decision: shows a dry run where the results of single nodes are not kept', async () => {
        const pods = await onePodOfEach(page);
        const pod = pods.unschedulable ?? pods.bound;
        await go(page, served, podPath(pod));
        await page.waitForSelector('.answer');
        const answer = await api(page, `explain/pods/${pod}`);
        if (!answer.attempts[0]?.nodeResults.length) {
            await page.waitForSelector('.note');
            const dryRun = await api(page, `explain/pods/${pod}/dry-run`);
            assert.ok((await text(page, '.note')).startsWith(dryRun.note));
        }
    });

    it('decision: scores can be sorted by any column', async () => {
        const { bound } = await onePodOfEach(page);
        await go(page, served, podPath(bound));
        await page.waitForSelector('.duel .rows .row');
        const heads = page.locator('.duel .sort');
        for (let column = 0; column < (await heads.count()); column++) {
            await heads.nth(column).click();
            // The rows follow the click with the next rendering.
            await eventually(async () => {
                assert.equal(await page.locator('.duel [aria-sort]').count(), 1);
                assert.equal(await page.locator('.duel [role=columnheader]').nth(column).getAttribute('aria-sort') === null, false);
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
            });
        }
    });

    it('decision: asks about one node', async () => {
        const { bound } = await onePodOfEach(page);
        const { nodes } = await api(page, 'nodes');
        await go(page, served, podPath(bound));
        await page.waitForSelector('.answer');
        await page.getByPlaceholder('Name of a node').fill(nodes[0].name);
        await page.keyboard.press('Enter');
        const answer = await api(page, `why-not/${bound}/${nodes[0].name}`);
        await eventually(async () => assert.ok((await page.locator('.section').last().innerText()).includes(answer.summary)));
    });

    it('decision: a preemption with its victims', { skip: real }, async () => {
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
        await page.waitForURL(/attempt=\d+/);
        await page.reload();
        await page.waitForSelector('.attempts [aria-current]');
        assert.equal(await text(page, '.attempts [aria-current] .attempt-number'), '#1');
    });

    it('decision: the facts behind a rejection', { skip: real }, async () => {
        await go(page, served, '/pods/payments/settle-urgent');
        await page.waitForSelector('.fact-list li');
        assert.match(await text(page, '.fact-list li'), /cpu: 900 requested/);
    });

    it('decision: a bound pod has no badge that alarms, whatever an earlier attempt or a dry run found', { skip: real }, async () => {
        const { bound } = await onePodOfEach(page);
        await page.route('**/explain/pods/**', async (route) => {
            const response = await route.fetch();
            const answer = await response.json();
            if (answer.attempts) {
                answer.attempts.push({ ...answer.attempts[0], number: 0, attempt: 0, outcome: 'unschedulable' });
                answer.attempts[0].nodeResults = [];
            } else {
                answer.outcome = 'unschedulable';
            }
            await route.fulfill({ response, json: answer });
        });
        await go(page, served, podPath(bound));
        await eventually(async () => assert.equal(await page.locator('.badge', { hasText: 'unschedulable' }).count(), 2));
        assert.equal(await page.locator('.badge.bad').count(), 0);
        await page.unroute('**/explain/pods/**');
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
        await page.waitForURL(/range=1h/);
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

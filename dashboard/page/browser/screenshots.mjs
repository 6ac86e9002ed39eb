// The pictures of the README: docs/images/*.png, of the Berth at BERTH_PAGE or of the made-up cluster.

import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { go, launch, missing, onePodOfEach, podPath, real, target, visit } from './browser.mjs';

if (missing) {
    console.log(`skipped: ${missing}`);
    process.exit(0);
}

const folder = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '../../../docs/images');
mkdirSync(folder, { recursive: true });
const served = await target({ stream: true });
const browser = await launch();

async function shoot(name, theme, path, wait) {
    const page = await visit(browser, served, { theme, width: 1360, height: 850 });
    await go(page, served, typeof path === 'string' ? path : await path(page));
    await page.waitForSelector(wait);
    // The strip's trend and the last decisions want a few seconds of life.
    await page.waitForTimeout(2_500);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(join(folder, `${name}.png`));
    await page.context().close();
}

await shoot('cluster', 'light', '/', '.nodes-panel .rows .row');
await shoot('queue', 'light', '/queue', '.state-pods li');
await shoot(
    'decision',
    'dark',
    async (page) => {
        const pods = await onePodOfEach(page);
        return real ? podPath(pods.unschedulable ?? pods.bound) : '/pods/payments/settle-urgent';
    },
    '.answer',
);
await shoot('scores', 'light', async (page) => podPath((await onePodOfEach(page)).bound), '.duel .rows .row');
await browser.close();
await served.close();

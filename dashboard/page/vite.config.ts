import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

/** What the bundle is made of: everything whose change asks for a new build. */
export function sources(): string[] {
    const below = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1).replaceAll('\\', '/'));
    return ['index.html', 'package-lock.json', 'package.json', 'tsconfig.json', 'vite.config.ts', ...below].sort();
}

/** The digest a Java test computes again: path, NUL, content with LF line ends, NUL, for each source in order. */
export function digest(paths: string[], read: (path: string) => string): string {
    const hash = createHash('sha256');
    for (const path of paths) {
        hash.update(`${path}\0${read(path).replaceAll('\r\n', '\n')}\0`, 'utf8');
    }
    return hash.digest('hex');
}

export function digestOfSources(): string {
    return digest(sources(), (path) => readFileSync(join(root, path), 'utf8'));
}

const stamp: Plugin = {
    name: 'berth-stamp',
    transformIndexHtml: {
        order: 'post',
        // The script sets the theme, so nothing is painted before it has run; everything is of our own origin.
        handler: (html) => ({
            html: html.replaceAll(' crossorigin', '').replace('type="module"', 'type="module" blocking="render"'),
            tags: [{ tag: 'meta', attrs: { name: 'berth-sources', content: digestOfSources() }, injectTo: 'head' }],
        }),
    },
};

export default defineConfig({
    plugins: [stamp],
    build: {
        outDir: '../src/main/resources/dev/berth/dashboard/page',
        emptyOutDir: true,
        sourcemap: false,
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: false,
        reportCompressedSize: true,
        rolldownOptions: {
            output: {
                codeSplitting: false,
                entryFileNames: 'page.js',
                assetFileNames: (asset) => (asset.names[0]?.endsWith('.svg') ? 'icon.svg' : 'page[extname]'),
            },
        },
    },
    server: {
        host: '127.0.0.1',
        // `npm run fixture`, or the page's port of a running Berth.
        proxy: { '^/(berth|k8s|login|logout)': { target: process.env['BERTH_PAGE'] ?? 'http://127.0.0.1:8700' } },
    },
    test: { include: ['test/**/*.test.ts', 'test/**/*.test.tsx'] },
} as Parameters<typeof defineConfig>[0]);

import { describe, expect, it } from 'vitest';
import { helpPath, nodePath, parse, podPath } from '../src/router';

describe('addresses', () => {
    it.each([
        ['/', { view: 'cluster' }],
        ['/nodes', { view: 'cluster' }],
        ['/nodes/node-1', { view: 'node', name: 'node-1' }],
        ['/queue', { view: 'queue', state: '' }],
        ['/queue/backoff', { view: 'queue', state: 'backoff' }],
        ['/pods', { view: 'pods' }],
        ['/pods/shop/web', { view: 'pod', namespace: 'shop', name: 'web' }],
        ['/charts', { view: 'charts' }],
        ['/create', { view: 'create' }],
        ['/help', { view: 'help', page: '' }],
        ['/help/node-resources-fit', { view: 'help', page: 'node-resources-fit' }],
    ])('%s is a view', (path, route) => expect(parse(path)).toEqual(route));

    it.each(['/nope', '/queue/nope', '/pods/shop', '/pods/a/b/c', '/charts/x', '/%E0%A4%A'])('%s is nowhere', (path) =>
        expect(parse(path)).toEqual({ view: 'nowhere', path }),
    );

    it('survive names with slashes, markup and other scripts', () => {
        for (const name of ['a/b', '<script>', '50%', 'عربي', '?x=1#y', ' ']) {
            expect(parse(nodePath(name))).toEqual({ view: 'node', name });
            expect(parse(podPath(`shop/${name}`))).toEqual({ view: 'pod', namespace: 'shop', name });
            expect(parse(helpPath(name))).toEqual({ view: 'help', page: name });
        }
    });
});

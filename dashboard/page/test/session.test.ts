import { describe, expect, it } from 'vitest';
import { inSession, keepSession, sessionIn } from '../src/session';

describe('The session', () => {
    it('is the whole fragment of the address', () => {
        expect(sessionIn('#session=aB-9_x')).toBe('aB-9_x');
        expect(sessionIn('#main')).toBe('');
        expect(sessionIn('#session=')).toBe('');
        expect(sessionIn('#session=../x')).toBe('');
    });

    it('is the beginning of the address of every request', () => {
        expect(inSession('/berth/v1/nodes')).toBe('/berth/v1/nodes');
        keepSession('abc');
        expect(inSession('/berth/v1/nodes')).toBe('/session/abc/berth/v1/nodes');
    });
});

import { describe, expect, it } from 'vitest';
import { warningsOf } from '../src/api';

describe('warnings', () => {
    it('are read one by one, with what is quoted in them', () => {
        expect(warningsOf('299 - "nothing will come of \\"it\\"", 299 - "two"')).toEqual(['nothing will come of "it"', 'two']);
        expect(warningsOf(null)).toEqual([]);
    });
});

import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { bodyId, etagHeader, fields, moment, pageLimit, pageOffset } from '../../../contract/request-fields.ts';

const ruleOf = ({ error }: z.ZodSafeParseResult<unknown>) => {
  const issue = error?.issues[0];
  return issue?.code === 'custom' ? issue.params : undefined;
};

describe('request fields', () => {
  test('[A9] a limit above the maximum is clamped to it', () => {
    expect(pageLimit(1000, 100).parse('5000')).toBe(1000);
    expect(pageLimit(1000, 100).parse(undefined)).toBe(100);
    expect(pageLimit(1000, 100).parse('1')).toBe(1);
  });

  test.each(['0', '-1', 'ten', '', '1.5', 'NaN', '1e3', ' 5'])('[A9] the limit %j is invalid_limit', (text) => {
    expect(ruleOf(pageLimit(1000, 100).safeParse(text))).toEqual({ errorCode: 'invalid_limit' });
  });

  test.each(['-1', '10001', 'x', ''])('[8] the offset %j is invalid_offset', (text) => {
    expect(ruleOf(pageOffset.safeParse(text))).toEqual({ errorCode: 'invalid_offset' });
  });

  test('[B 0] ids may come as JSON numbers and become strings', () => {
    expect(bodyId.parse(123)).toBe('123');
    expect(bodyId.parse('9007199254740993')).toBe('9007199254740993');
    expect(bodyId.safeParse('../1').success).toBe(false);
    expect(bodyId.safeParse(1.5).success).toBe(false);
  });

  test('fields are split at commas, and blanks are dropped', () => {
    expect(fields.parse('name, size,,sha1 ')).toEqual(['name', 'size', 'sha1']);
    expect(fields.parse(undefined)).toBeUndefined();
  });

  test('[A8] moments need an offset and become UTC', () => {
    expect(moment.parse('2026-01-31T12:00:00+02:00')).toBe('2026-01-31T10:00:00.000Z');
    expect(moment.safeParse('2026-01-31').success).toBe(false);
    expect(moment.safeParse('2026-01-31T12:00:00').success).toBe(false);
    expect(moment.safeParse('2026-13-31T12:00:00Z').success).toBe(false);
  });

  test('etags may come quoted or weak', () => {
    expect(etagHeader.parse('"3"')).toBe('3');
    expect(etagHeader.parse('W/"3"')).toBe('3');
    expect(etagHeader.parse('3')).toBe('3');
  });
});

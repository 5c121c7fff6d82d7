import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { contentReferences, contentSha1Header, pathId } from '../../../contract/operations/parameters.ts';
import {
  bodyId,
  etagHeader,
  fields,
  moment,
  offsetBesideMarker,
  pageLimit,
  pageOffset,
  plainText,
} from '../../../contract/request-fields.ts';

const ruleOf = ({ error }: z.ZodSafeParseResult<unknown>) => {
  const issue = error?.issues[0];
  return issue?.code === 'custom' ? issue.params : undefined;
};

describe('request fields', () => {
  test('a limit above the maximum is clamped to it', () => {
    expect(pageLimit(1000, 100).parse('5000')).toBe(1000);
    expect(pageLimit(1000, 100).parse(undefined)).toBe(100);
    expect(pageLimit(1000, 100).parse('1')).toBe(1);
  });

  test.each(['0', '-1', 'ten', '', '1.5', 'NaN', '1e3', ' 5'])('the limit %j is invalid_limit', (text) => {
    expect(ruleOf(pageLimit(1000, 100).safeParse(text))).toMatchObject({ errorCode: 'invalid_limit' });
  });

  test.each(['-1', '10001', 'x', ''])('[8] the offset %j is invalid_offset', (text) => {
    expect(ruleOf(pageOffset.safeParse(text))).toMatchObject({ errorCode: 'invalid_offset' });
  });

  test.each([
    ['10001', true],
    ['-1', false],
    ['x', false],
  ])(
    '[8] the offset %j is refused with markers as the remedy only beyond the highest, and only where there are some',
    (text, isBeyond) => {
      const sentencesOf = (field: typeof pageOffset) => JSON.stringify(ruleOf(field.safeParse(text)));
      expect(sentencesOf(pageOffset)).not.toContain('marker');
      expect(sentencesOf(offsetBesideMarker).includes('marker')).toBe(isBeyond);
    },
  );

  test('[8] the highest offset is 10,000', () => {
    expect(pageOffset.parse('10000')).toBe(10_000);
    expect(pageOffset.parse('0')).toBe(0);
  });

  test('texts are counted in characters, and no database need store half a pair or U+0000', () => {
    const text = plainText(2);
    for (const good of ['', '😀😀']) expect(text.safeParse(good).success).toBe(true);
    for (const bad of ['abc', 'a\0', '\ud83d']) expect(text.safeParse(bad).success).toBe(false);
  });

  test('the SHA-1 of a content may come in capitals', () => {
    const sha1 = 'ab'.repeat(20);
    expect(contentSha1Header.parse(sha1.toUpperCase())).toBe(sha1);
    expect(contentSha1Header.safeParse('ab').success).toBe(false);
  });

  test('ids may come as JSON numbers and become strings', () => {
    expect(bodyId.parse(123)).toBe('123');
    expect(bodyId.parse('9007199254740993')).toBe('9007199254740993');
    expect(bodyId.safeParse('../1').success).toBe(false);
    expect(bodyId.safeParse(1.5).success).toBe(false);
  });

  test.each(['01', '00', '-1', '+1', ' 1', '1e3', '', '12345678901234567890'])('%j is no id', (text) => {
    for (const id of [bodyId, pathId]) expect(id.safeParse(text).success).toBe(false);
    for (const list of [`${text}`, `1:${text}`, `1,${text}`])
      expect(contentReferences.safeParse(list).success).toBe(false);
  });

  test('fields are split at commas, and blanks are dropped', () => {
    expect(fields.parse('name, size,,sha1 ')).toEqual(['name', 'size', 'sha1']);
    expect(fields.parse(undefined)).toBeUndefined();
  });

  test('moments need an offset and become UTC', () => {
    expect(moment.parse('2026-01-31T12:00:00+02:00')).toBe('2026-01-31T10:00:00.000Z');
    expect(moment.safeParse('2026-01-31').success).toBe(false);
    expect(moment.safeParse('2026-01-31T12:00:00').success).toBe(false);
    expect(moment.safeParse('2026-13-31T12:00:00Z').success).toBe(false);
  });

  test.each(['9999-12-31T23:59:59-01:00', '0000-01-01T00:00:00+01:00'])(
    'the moment %s is refused: its year in UTC has no four digits',
    (text) => {
      expect(ruleOf(moment.safeParse(text))).toMatchObject({ errorCode: 'bad_request' });
    },
  );

  test('etags may come quoted or weak', () => {
    expect(etagHeader.parse('"3"')).toBe('3');
    expect(etagHeader.parse('W/"3"')).toBe('3');
    expect(etagHeader.parse('3')).toBe('3');
  });
});

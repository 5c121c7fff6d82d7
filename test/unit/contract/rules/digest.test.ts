import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { formatContentRange, parseContentRange } from '../../../../contract/rules/content-range.ts';
import { formatDigest, parseDigest } from '../../../../contract/rules/digest.ts';

describe('[4.2] Digest', () => {
  test('is the base64 of the SHA-1, and reads back as its hex', () => {
    const hash = createHash('sha1').update('content');
    const header = formatDigest(hash.copy().digest('hex'));
    expect(header).toBe(`sha=${hash.copy().digest('base64')}`);
    expect(parseDigest(header)).toBe(hash.digest('hex'));
  });

  test('has a name in either case (RFC 3230)', () => {
    const sha1 = createHash('sha1').update('x').digest('hex');
    expect(parseDigest(formatDigest(sha1).replace('sha=', 'SHA='))).toBe(sha1);
  });

  test('is found among other digests', () => {
    const sha1 = createHash('sha1').update('x').digest('hex');
    expect(parseDigest(`md5=abc==, ${formatDigest(sha1)}`)).toBe(sha1);
  });

  test.each(['', 'sha=', 'sha=tooshort=', 'md5=AAAAAAAAAAAAAAAAAAAAAAAAAAA=', `sha=${'A'.repeat(28)}`])(
    'refuses %j',
    (header) => {
      expect(parseDigest(header)).toBeNull();
    },
  );
});

describe('Content-Range', () => {
  test('parses the header it formats', () => {
    const range = { start: 8_388_608, end: 16_777_215, total: 20_000_000 };
    expect(formatContentRange(range)).toBe('bytes 8388608-16777215/20000000');
    expect(parseContentRange(formatContentRange(range))).toEqual(range);
  });

  test('may be a single byte', () => {
    expect(parseContentRange('bytes 0-0/1')).toEqual({ start: 0, end: 0, total: 1 });
  });

  test.each(['', 'bytes 0-1', 'bytes 5-4/10', 'bytes 0-10/10', 'bytes */10', 'bits 0-1/2', 'bytes -1/2'])(
    'refuses %j',
    (header) => {
      expect(parseContentRange(header)).toBeNull();
    },
  );
});

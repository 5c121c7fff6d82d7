import { describe, expect, test } from 'vitest';
import { nameFault, nameKey } from '../../../../contract/rules/names.ts';

describe('nameFault', () => {
  test.each([
    'a',
    'report.txt',
    ' leading space',
    'naïve café',
    '日本語',
    '...',
    '\xa0 a space that is no control character',
    'a:b*c?"<>|',
    'x'.repeat(255),
    '😀'.repeat(255),
  ])('accepts %j', (name) => {
    expect(nameFault(name)).toBeNull();
  });

  test.each([
    ['', 'item_name_invalid'],
    ['.', 'item_name_invalid'],
    ['..', 'item_name_invalid'],
    ['a/b', 'item_name_invalid'],
    ['a\\b', 'item_name_invalid'],
    ['trailing ', 'item_name_invalid'],
    ['tab\there', 'item_name_invalid'],
    ['nul\0', 'item_name_invalid'],
    ['del\x7f', 'item_name_invalid'],
    ['first of C1\x80', 'item_name_invalid'],
    ['last of C1\x9f', 'item_name_invalid'],
    ['half \ud83d', 'item_name_invalid'],
    ['x'.repeat(256), 'item_name_too_long'],
  ])('refuses %j as %s', (name, code) => {
    expect(nameFault(name)?.code).toBe(code);
  });

  test('says how long a name is and how long it may be', () => {
    expect(nameFault('x'.repeat(300))?.reason[0]?.values).toEqual([255, 300]);
  });
});

describe('nameKey', () => {
  test.each([
    ['Report', 'rEPORT'],
    ['caf\u00e9', 'cafe\u0301'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδος', 'οδοσ'],
    ['\u212a', 'k'],
    ['İstanbul', 'i̇stanbul'],
    ['W\u030a', '\u1e98'],
    ['\u1fb3', '\u03b1\u0345'],
  ])('%s and %s are one name', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  test.each([
    ['straße', 'strasse'],
    ['a', 'b'],
    ['a', 'a '],
    ['ı', 'ì'],
  ])('%s and %s are two names', (one, other) => {
    expect(nameKey(one)).not.toBe(nameKey(other));
  });

  test('is stable: the key of a key is the key', () => {
    for (const name of ['İ', 'ΣΑΣ', 'ǅ', 'ﬁ', 'Å\u0323']) expect(nameKey(nameKey(name))).toBe(nameKey(name));
  });
});

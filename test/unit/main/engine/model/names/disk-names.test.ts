import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DiskNames,
  diskNameTrouble,
  nameLength,
  suggestedDiskName,
} from '../../../../../../main/engine/model/names/disk-names.ts';

const LINUX: DiskNames = { platform: 'posix', nameLimit: { length: 255, unit: 'utf8' } };
const WINDOWS: DiskNames = { platform: 'windows', nameLimit: { length: 255, unit: 'utf16' } };

describe('names that a disk can hold', () => {
  test.each([
    ['[E34]', 'a/b', 'separator'],
    ['[E35]', '..', 'dots'],
    ['[E35]', 'a\0b', 'nul'],
    ['[E36]', '\u00e9'.repeat(128), 'too_long'],
    ['[E39]', 'a\ud800', 'not_unicode'],
    ['', '', 'empty'],
    ['', '.tandem', 'state_folder'],
    ['', '.Tandem', 'state_folder'],
  ])('%s %j is refused everywhere', (_case, name, trouble) => {
    expect(diskNameTrouble(name, LINUX)).toBe(trouble);
  });

  test.each([
    ['CON', 'reserved'],
    ['nul.txt', 'reserved'],
    ['com1.tar.gz', 'reserved'],
    ['LPT\u00b9', 'reserved'],
    ['a:b', 'forbidden_character'],
    ['what?', 'forbidden_character'],
    ['a\\b', 'separator'],
    ['dot.', 'trailing_dot_or_space'],
    ['space ', 'trailing_dot_or_space'],
  ])('[E33] %j is refused on Windows and fine on Linux', (name, trouble) => {
    expect(diskNameTrouble(name, WINDOWS)).toBe(trouble);
    expect(diskNameTrouble(name, LINUX)).toBeNull();
  });

  test.each([
    'console',
    'com10',
    'nulled.txt',
    ' leading',
    'e\u0301',
    '\u{1f468}\u200d\u{1f469}',
    '\u05d0\u05d1',
    '\u00e9'.repeat(255),
  ])('[E39] %j is fine on Windows', (name) => expect(diskNameTrouble(name, WINDOWS)).toBeNull());

  test('[E36] the limit counts bytes on Linux and units on Windows', () => {
    expect(nameLength('a\u00e9\u20ac\u{1f600}', LINUX)).toBe(10);
    expect(nameLength('a\u00e9\u20ac\u{1f600}', WINDOWS)).toBe(5);
  });

  test('[E40] a name that is cut keeps its extension and whole characters', () => {
    const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
    const cut = suggestedDiskName(`${family.repeat(20)}.docx`, LINUX);
    expect(cut.endsWith('.docx')).toBe(true);
    expect(cut.slice(0, -5).length % family.length).toBe(0);
  });

  test('whatever the name, the suggestion can be held', () => {
    const own = fc.constantFrom('.tandem', '.TANDEM', '.tandem ', '.tandem.');
    const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ maxLength: 20 }), own);
    fc.assert(
      fc.property(name, fc.constantFrom(LINUX, WINDOWS), (given, disk) => {
        expect(diskNameTrouble(suggestedDiskName(given, disk), disk)).toBeNull();
      }),
    );
  });
});

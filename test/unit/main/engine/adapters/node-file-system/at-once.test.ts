import {
  existsSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropOldName } from '../../../../../../main/engine/adapters/node-file-system/at-once.ts';

let folder: string;
let before: { readonly ino: bigint; readonly nlink: bigint };
const at = (name: string): string => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-at-once-'));
  writeFileSync(at('old'), 'before');
  before = lstatSync(at('old'), { bigint: true });
  linkSync(at('old'), at('new'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file that has its new name loses the old one', () => {
  dropOldName(at('old'), at('new'), before);
  expect(existsSync(at('old'))).toBe(false);
  expect(readFileSync(at('new'), 'utf8')).toBe('before');
});

test('[E4] a file saved over the old name in the middle of a move is kept, under the new name', () => {
  writeFileSync(at('beside'), 'saved meanwhile');
  renameSync(at('beside'), at('old'));
  dropOldName(at('old'), at('new'), before);
  expect(existsSync(at('old'))).toBe(false);
  expect(readFileSync(at('new'), 'utf8')).toBe('saved meanwhile');
});

test('a file saved over the new name in the middle of a move stays there', () => {
  writeFileSync(at('beside'), 'saved meanwhile');
  renameSync(at('beside'), at('new'));
  dropOldName(at('old'), at('new'), before);
  expect(existsSync(at('old'))).toBe(false);
  expect(readFileSync(at('new'), 'utf8')).toBe('saved meanwhile');
});

test('when both names were saved over, both files stay', () => {
  for (const name of ['old', 'new']) {
    writeFileSync(at('beside'), `saved as ${name}`);
    renameSync(at('beside'), at(name));
  }
  dropOldName(at('old'), at('new'), before);
  expect([readFileSync(at('old'), 'utf8'), readFileSync(at('new'), 'utf8')]).toEqual(['saved as old', 'saved as new']);
});

test('a file that was renamed on from its new name loses the old one', () => {
  renameSync(at('new'), at('on'));
  dropOldName(at('old'), at('new'), before);
  expect(readdirSync(folder)).toEqual(['on']);
});

test('a file that was deleted under its new name keeps the old one, its last, and the move is refused', () => {
  unlinkSync(at('new'));
  expect(() => dropOldName(at('old'), at('new'), before)).toThrow(expect.objectContaining({ code: 'not_found' }));
  expect(readdirSync(folder)).toEqual(['old']);
});

test('a file that was renamed from its old name keeps that, and the move is refused', () => {
  renameSync(at('old'), at('elsewhere'));
  expect(() => dropOldName(at('old'), at('new'), before)).toThrow(expect.objectContaining({ code: 'not_found' }));
  expect(readdirSync(folder)).toEqual(['elsewhere']);
});

test('a file whose old name was deleted meanwhile is where it was moved', () => {
  unlinkSync(at('old'));
  dropOldName(at('old'), at('new'), before);
  expect(readdirSync(folder)).toEqual(['new']);
});

test('a file saved over the old name stays when the new name was renamed again', () => {
  writeFileSync(at('beside'), 'saved meanwhile');
  renameSync(at('beside'), at('old'));
  renameSync(at('new'), at('on'));
  dropOldName(at('old'), at('new'), before);
  expect([readFileSync(at('old'), 'utf8'), readFileSync(at('on'), 'utf8')]).toEqual(['saved meanwhile', 'before']);
});

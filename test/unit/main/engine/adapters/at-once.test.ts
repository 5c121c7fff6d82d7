import { existsSync, linkSync, lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropOldName } from '../../../../../main/engine/adapters/node-file-system/at-once.ts';

let folder: string;
let inode: bigint;
const at = (name: string): string => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-at-once-'));
  writeFileSync(at('old'), 'before');
  linkSync(at('old'), at('new'));
  inode = lstatSync(at('old'), { bigint: true }).ino;
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file that has its new name loses the old one', () => {
  dropOldName(at('old'), at('new'), inode);
  expect(existsSync(at('old'))).toBe(false);
  expect(readFileSync(at('new'), 'utf8')).toBe('before');
});

test('[E4] what a person saved over the old name in the middle of a move is kept, under the new name', () => {
  writeFileSync(at('beside'), 'saved meanwhile');
  renameSync(at('beside'), at('old'));
  dropOldName(at('old'), at('new'), inode);
  expect(existsSync(at('old'))).toBe(false);
  expect(readFileSync(at('new'), 'utf8')).toBe('saved meanwhile');
});

test('what a person saved over the new name in the middle of a move stays there', () => {
  writeFileSync(at('beside'), 'saved meanwhile');
  renameSync(at('beside'), at('new'));
  dropOldName(at('old'), at('new'), inode);
  expect(existsSync(at('old'))).toBe(false);
  expect(readFileSync(at('new'), 'utf8')).toBe('saved meanwhile');
});

test('when both names were saved over, both files stay', () => {
  for (const name of ['old', 'new']) {
    writeFileSync(at('beside'), `saved as ${name}`);
    renameSync(at('beside'), at(name));
  }
  dropOldName(at('old'), at('new'), inode);
  expect([readFileSync(at('old'), 'utf8'), readFileSync(at('new'), 'utf8')]).toEqual(['saved as old', 'saved as new']);
});

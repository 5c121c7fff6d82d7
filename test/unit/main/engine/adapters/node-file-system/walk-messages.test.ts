import { expect, test } from 'vitest';
import { toLocalStat } from '../../../../../../main/engine/adapters/node-file-system/local-stat.ts';
import { pack, unpack } from '../../../../../../main/engine/adapters/node-file-system/walk/walk-messages.ts';

test.each([
  ['an inode of 64 bits, which Node reads as negative', { dev: 1n, ino: -5n, birthNs: 7n }],
  ['a device of 64 bits', { dev: -2n, ino: 3n, birthNs: 0n }],
])('%s: the walk shows the same identity as any other look', (_title, numbers) => {
  const stat = { kind: 'file', size: 4n, mtimeNs: 5n, ctimeNs: 6n, links: 1, ...numbers } as const;
  expect(toLocalStat(unpack(pack([stat, stat]), 1))).toEqual(toLocalStat(stat));
});

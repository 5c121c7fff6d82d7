import { expect, test } from 'vitest';
import { itemId } from '../../../../../../main/engine/model/ids.ts';
import { nameInMotion } from '../../../../../../main/engine/model/names/in-motion.ts';
import { conflictName, isConflictNameOf } from '../../../../../../main/engine/plan/names/conflict-name.ts';
import { temporaryName } from '../../../../../../main/engine/plan/names/temporary-name.ts';
import { planSettings } from '../../../../../support/engine/trees.ts';
import { situation } from '../situation.ts';

const settings = planSettings({ deviceId: '0123abcd' });
const ITEM = itemId('1010');
const isFree = () => false;

test('[P22] a temporary name says whose it is and where the item goes, and is as long as the disk can hold', () => {
  const name = temporaryName(settings, ITEM, 'report.tar.gz');
  expect(name).toBe('.tandem-moving-0123abcd-1010.report.tar.gz');
  expect(nameInMotion(name)).toBe('report.tar.gz');
  const long = temporaryName(settings, ITEM, `${'\u00e9'.repeat(120)}.txt`);
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(255);
  expect(nameInMotion(long)).toMatch(/^\u00e9+\.txt$/);
});

test('[P22] of two devices with one name, neither takes the temporary name of the other for its own', () => {
  const { there, steps } = situation({ a: '1' });
  there.move('a', temporaryName(planSettings({ deviceId: '4567abcd' }), ITEM, 'b'));
  expect(steps({ deviceId: '0123abcd' })).toEqual(['P3 move-local a -> .tandem-moving-4567abcd-1010.b']);
});

test.each(['a', '.hidden', '.tandem-moving', 'tandem-moving-x-1.a'])('[P22] %s is not a temporary name', (name) => {
  expect(nameInMotion(name)).toBe(name);
});

test('[P7] [E13] a conflict copy of a file in the middle of a swap, on whatever device, has the name to which it was on its way', () => {
  const name = temporaryName(planSettings({ deviceId: '4567abcd' }), ITEM, 'report.txt');
  const copy = conflictName(name, { ...settings, today: '2026-03-01' }, isFree);
  expect(copy).toMatch(/^report \(conflicted copy .* 2026-03-01\)\.txt$/);
  expect(isConflictNameOf(copy, name)).toBe(true);
  expect(isConflictNameOf(copy, 'report.txt')).toBe(true);
});

import { expect, it } from 'vitest';
import { fileIdentity } from '../../../main/engine/model/ids.ts';
import { descendsFrom, openChronicle } from './chronicle.ts';

/** Two computers with a file each, that people save one after the other. */
function chronicleOf(...saves: readonly (readonly ['A' | 'B', string])[]) {
  const disks = new Map<string, string>();
  const disk = (name: string) => {
    const content = disks.get(name);
    return content === undefined ? [] : [{ path: 'file', identity: fileIdentity(name), content }];
  };
  const chronicle = openChronicle({ disk, service: () => [], wasRemoved: () => false }, ['A', 'B']);
  for (const [name, content] of saves) {
    const noted = chronicle.watch(name);
    disks.set(name, content);
    noted();
  }
  return chronicle;
}

it('[I6] what is saved over a common content comes from what that was saved over, while one alone has made it', () => {
  const { savedOver } = chronicleOf(['A', 'A1'], ['A', 'common one'], ['A', 'A2']);
  expect(descendsFrom(savedOver, 'A2', 'A1')).toBe(true);
});

it('[I6] what is saved over a common content that two made comes from neither of what they made it from', () => {
  const before = chronicleOf(['A', 'A1'], ['A', 'common one'], ['B', 'common one'], ['B', 'B1']);
  expect(descendsFrom(before.savedOver, 'B1', 'A1')).toBe(false);
  const after = chronicleOf(['A', 'A1'], ['B', 'common one'], ['B', 'B1'], ['A', 'common one']);
  expect(descendsFrom(after.savedOver, 'B1', 'A1')).toBe(false);
});

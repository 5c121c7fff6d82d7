import { expect, test } from 'vitest';
import type { RemoteEntry } from '../../../../../../main/engine/model/entry.ts';
import { type ItemId, itemId, sequenceId, streamPosition } from '../../../../../../main/engine/model/ids.ts';
import {
  forgetListed,
  isListed,
  listArrivals,
  noteArrivals,
} from '../../../../../../main/engine/observe/remote/arrivals.ts';
import { createPace } from '../../../../../../main/engine/ports/pace.ts';
import { openStoreBench, remoteEntry } from '../../../../../support/engine/store-bench.ts';

const folder = (id: string, parentId: string): RemoteEntry =>
  remoteEntry(id, parentId, `f${id}`, { kind: 'folder', content: null });
/** More files than are written at once. */
const many = Array.from({ length: 450 }, (_, n) => remoteEntry(`9${n}`, '11', `${n}.txt`));

/** A folder has arrived, with two folders in it that are listed side by side; the second shows an older state of a known file. */
test.each([
  ['the folder beside it is listed first', ['11', '12']],
  ['it is listed first', ['12', '11']],
] as const)('[E95] an older state is noticed when %s', async (_, order) => {
  const { root, store } = openStoreBench();
  root.setCursor(streamPosition('5'));
  root.putRemote(remoteEntry('20', '0', 'known.txt', { sequenceId: sequenceId('7') }), root.tick());
  const known: Readonly<Record<string, readonly RemoteEntry[]>> = {
    '10': [folder('11', '10'), folder('12', '10')],
    '11': many,
    '12': [remoteEntry('20', '12', 'known.txt', { sequenceId: sequenceId('3') })],
  };
  const answered = new Map<string, () => void>();
  const remote = {
    list: async (id: ItemId) => {
      if (id !== '10') await new Promise<void>((resolve) => answered.set(id, resolve));
      return known[id] ?? [];
    },
  };
  root.putRemote(folder('10', '0'), root.tick());
  noteArrivals(root, [itemId('10')]);
  const pace = createPace({ sleep: () => new Promise<void>((resolve) => setImmediate(resolve)) });
  const listing = listArrivals({ remote, root, strangers: new Set(), pace });
  await expect.poll(() => answered.size).toBe(2);
  for (const id of order) answered.get(id)?.();
  expect(await listing).toBe('older');
  // The newer state stays, and nothing is planned on this listing.
  expect(root.remote(itemId('20'))?.sequenceId).toBe('7');
  expect(isListed(root)).toBe(false);
  store.close();
});

test('the end of the stream ends the wait for its events, but not for a folder that is still to be listed', async () => {
  const { root, store } = openStoreBench();
  root.setCursor(streamPosition('5'));
  root.putRemote(folder('10', '0'), root.tick());
  noteArrivals(root, [itemId('10')]);
  forgetListed(root);
  expect(isListed(root)).toBe(false);
  await listArrivals({ remote: { list: async () => [] }, root, strangers: new Set() });
  expect(isListed(root)).toBe(false);
  forgetListed(root);
  expect(isListed(root)).toBe(true);
  store.close();
});

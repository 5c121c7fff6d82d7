import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileIdentity, itemId } from '../../main/engine/model/ids.ts';
import type { Remote } from '../../main/engine/ports/remote.ts';
import { createRemoteObserver } from '../../main/engine/remote/remote-observer.ts';
import { openStore } from '../../main/engine/store/open-store.ts';
import type { Store } from '../../main/engine/store/store.ts';
import { made, put } from '../support/remote-steps.ts';
import { openServiceBench, type ServiceBench } from '../support/service-remote.ts';

let bench: ServiceBench;
let store: Store;

beforeEach(async () => {
  bench = await openServiceBench();
  store = openStore(':memory:');
});
afterEach(async () => {
  store.close();
  await bench.dispose();
});

test('[E120] a folder of very many items is written in portions, so that others have their turn', async () => {
  const folder = await bench.remote.item(bench.folder, 'folder');
  if (!folder) throw new Error('no such folder');
  const fingerprint = { identity: fileIdentity('1:1'), sizeBytes: 0, mtimeNs: '0', ctimeNs: '0' };
  const place = { localPath: '/nowhere', marker: 'm', volumeId: 'v', account: 'a' };
  const root = store.root(store.addRoot({ ...place, fingerprint, remote: { ...folder, parentId: null } }).id);
  const model = made(await put(bench.other, { kind: 'new', parentId: bench.folder, name: 'model' }, 'text'));
  const many = Array.from({ length: 1800 }, (_, index) => {
    return { ...model, id: itemId(String(900_000 + index)), name: `item ${index}` };
  });
  const remote: Remote = { ...bench.remote, list: async () => many };
  const counts: number[] = [root.remoteCount()];
  const clock = {
    nowMs: () => 0,
    sleep: async () => {
      counts.push(root.remoteCount());
    },
  };
  await createRemoteObserver({ remote, root, clock }).catchUp();
  counts.push(root.remoteCount());
  const portions = counts.slice(1).map((count, index) => count - (counts[index] ?? 0));
  expect(Math.max(...portions)).toBeLessThanOrEqual(500);
  expect(root.remoteChildren(root.rootItemId)).toHaveLength(1800);
});

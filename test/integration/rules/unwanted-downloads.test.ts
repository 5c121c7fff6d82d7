import { once } from 'node:events';
import { readFile, rename, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '../../../contract/rules/limits.ts';
import { createTransfers } from '../../../main/engine/execute/transfer/queue.ts';
import type { Remote } from '../../../main/engine/ports/remote/remote.ts';
import type { EngineParts } from '../../../main/engine/root/engine-parts.ts';
import type { EngineDevice } from '../../support/engine/engine-device.ts';
import { openSharingWorld, type SharingWorld } from '../../support/people/sharing-world.ts';
import type { WebItem } from '../../support/people/web-user.ts';

const BYTES = 4_000_000;

let world: SharingWorld;
let device: EngineDevice;
let folder: WebItem;
/** How many downloads have begun since the bytes stall, and how many of them wait for the rest. */
let [begun, stalled] = [0, 0];
/** Where each of them began, in bytes. */
let offsets: number[];
/** All bytes come; otherwise the second half of each file does not. */
let isFast: boolean;
let listStaging: () => Promise<readonly string[]>;

beforeEach(async () => {
  [begun, stalled, isFast, offsets] = [0, 0, true, []];
  world = await openSharingWorld();
  device = await world.device(world.ann, { change: slowly });
  folder = await world.annsWeb.createFolder('0', 'big');
});
afterEach(() => world.close());

function slowly(parts: EngineParts): EngineParts {
  const { fileSystem, clock, random } = parts;
  const download: Remote['download'] = async (wanted, signal) => {
    const answer = await parts.remote.download(wanted, signal);
    if (!isFast) {
      begun += 1;
      offsets.push(wanted.offset ?? 0);
    }
    return isFast ? answer : { ...answer, stream: halfOf(answer.stream, signal) };
  };
  const remote = { ...parts.remote, download };
  const settings = { sessionFromBytes: limits.uploadSessionMinBytes, reserveBytes: 0 };
  const transfers = createTransfers({ fileSystem, remote, records: parts.store.transfers, clock, random, settings });
  listStaging = () => fileSystem.listStaging(device.path);
  return { ...parts, remote, transfers };
}

async function* halfOf(stream: AsyncIterable<Uint8Array>, signal?: AbortSignal): AsyncIterable<Uint8Array> {
  let left = BYTES / 2;
  for await (const chunk of stream) {
    if (chunk.length > left) break;
    left -= chunk.length;
    yield chunk;
  }
  stalled += 1;
  try {
    if (signal !== undefined && !signal.aborted) await once(signal, 'abort');
    signal?.throwIfAborted();
  } finally {
    stalled -= 1;
  }
}

const becomesUnwanted: readonly (readonly [how: string, act: () => Promise<unknown>])[] = [
  ['is deleted on the service', async () => world.annsWeb.trash(folder)],
  [
    'is in a folder deselected here',
    async () => device.engine.select({ changes: [{ path: 'big', state: 'not_synced' }] }),
  ],
  ['is in a folder deselected elsewhere', async () => world.annsWeb.update(folder, { sync_state: 'not_synced' })],
  ['is left out by a rule', async () => device.engine.setIgnoreLines(['/big'])],
];

for (const [what, isNew] of [
  ['a new file', true],
  ['a new version', false],
] as const)
  test.each(becomesUnwanted)(
    `[P66] [E112] the download of ${what} ends, and its bytes go, once it %s`,
    async (_, act) => {
      const first = isNew ? null : await world.annsWeb.upload(folder.id, 'file.bin', Buffer.alloc(BYTES, 1));
      await device.once();
      isFast = false;
      if (first === null) await world.annsWeb.upload(folder.id, 'file.bin', Buffer.alloc(BYTES, 2));
      else await world.annsWeb.replace(first.id, 'file.bin', Buffer.alloc(BYTES, 2));
      device.engine.start();
      await expect.poll(() => stalled, { timeout: 20_000 }).toBe(1);
      await act();
      await expect.poll(() => [stalled, device.engine.status().state], { timeout: 20_000 }).toEqual([0, 'in_sync']);
      await expect.poll(listStaging).toEqual([]);
      expect(device.store.transfers.stagingNames()).toEqual([]);
    },
  );

test('[P66] downloads that wait for their turn never begin once their folder is deselected', async () => {
  await device.once();
  isFast = false;
  const names = Array.from({ length: 12 }, (_, index) => `${index}.bin`);
  for (const name of names) await world.annsWeb.upload(folder.id, name, Buffer.alloc(BYTES, name));
  device.engine.start();
  await expect.poll(() => stalled, { timeout: 20_000 }).toBe(8);
  await device.engine.select({ changes: [{ path: 'big', state: 'not_synced' }] });
  await expect.poll(() => [stalled, device.engine.status().state], { timeout: 20_000 }).toEqual([0, 'in_sync']);
  expect([begun, await listStaging()]).toEqual([8, []]);
});

test('[E112] the bytes of a version go once the service has a newer one', async () => {
  await device.once();
  isFast = false;
  const file = await world.annsWeb.upload(folder.id, 'file.bin', Buffer.alloc(BYTES, 1));
  device.engine.start();
  await expect.poll(() => stalled, { timeout: 20_000 }).toBe(1);
  const before = await listStaging();
  isFast = true;
  await world.annsWeb.replace(file.id, 'file.bin', Buffer.alloc(BYTES, 2));
  await expect.poll(() => [stalled, device.engine.status().state], { timeout: 20_000 }).toEqual([0, 'in_sync']);
  expect([before.length, await listStaging()]).toEqual([1, []]);
  expect(await readFile(device.at('big/file.bin'))).toEqual(Buffer.alloc(BYTES, 2));
});

test('[P66] a running download of a deselected folder ends at once, also while an order waits for the service', async () => {
  await device.close();
  let isAsked = false;
  const restore: Remote['restore'] = async (_target, signal) => {
    isAsked = true;
    if (signal !== undefined) await once(signal, 'abort');
    signal?.throwIfAborted();
    throw new Error('The order has no signal.');
  };
  const silent = (parts: EngineParts): EngineParts => slowly({ ...parts, remote: { ...parts.remote, restore } });
  device = await world.device(world.ann, { change: silent });
  await device.write('plan.txt', 'content');
  await device.once();
  await rm(device.at('plan.txt'));
  await device.once();
  isFast = false;
  await world.annsWeb.upload(folder.id, 'file.bin', Buffer.alloc(BYTES, 1));
  device.engine.start();
  await expect.poll(() => stalled, { timeout: 20_000 }).toBe(1);
  const [deleted] = device.store.journal.query({ kinds: ['trash-remote'], limit: 1 });
  const undone = device.engine.acts.undo({ id: deleted?.id ?? -1 });
  await expect.poll(() => isAsked).toBe(true);
  await device.engine.select({ changes: [{ path: 'big', state: 'not_synced' }] });
  await expect.poll(() => stalled).toBe(0);
  await device.close();
  expect(await undone).toMatchObject({ ok: false });
});

test('[P33] a version of a file that was moved out of a deselected folder goes on where it stopped after a restart', async () => {
  await world.share(folder, 'viewer');
  device = await world.device(world.bob, { change: slowly });
  const file = await world.annsWeb.upload(folder.id, 'file.bin', Buffer.alloc(BYTES, 1));
  await device.once();
  await rename(device.at('big/file.bin'), device.at('file.bin'));
  await device.once();
  await device.engine.select({ changes: [{ path: 'big', state: 'not_synced' }] });
  await device.once();
  isFast = false;
  await world.annsWeb.replace(file.id, 'file.bin', Buffer.alloc(BYTES, 2));
  device.engine.start();
  await expect.poll(() => stalled, { timeout: 20_000 }).toBe(1);
  await device.restart();
  device.engine.start();
  await expect.poll(() => offsets.length, { timeout: 20_000 }).toBe(2);
  expect(offsets[1]).toBeGreaterThan(0);
});

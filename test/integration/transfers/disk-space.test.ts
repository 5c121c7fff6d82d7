import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RemoteEntry } from '../../../main/engine/model/entry.ts';
import { type FileSystem, FileSystemError } from '../../../main/engine/ports/file-system.ts';
import { openTransferBench, type TransferBench } from '../../support/engine/transfer-bench.ts';

const MIB = 1024 * 1024;
const RESERVE = 4 * MIB;

let bench: TransferBench;
beforeEach(async () => {
  bench = await openTransferBench();
});
afterEach(() => bench[Symbol.asyncDispose]());

/** A small disk: writing takes its space, removing a staging file gives it back. */
function smallDisk(sizeBytes: number) {
  const { fileSystem } = bench;
  const staged = new Map<string, number>();
  const disk = { othersBytes: 0, leastFreeBytes: sizeBytes };
  const freeBytes = () => sizeBytes - disk.othersBytes - [...staged.values()].reduce((sum, bytes) => sum + bytes, 0);
  const full: FileSystem = {
    ...fileSystem,
    freeBytes: async () => freeBytes(),
    async openStaging(root, name) {
      const staging = await fileSystem.openStaging(root, name);
      staged.set(name, staging.sizeBytes);
      const append = async (bytes: Uint8Array) => {
        if (bytes.length > freeBytes()) throw new FileSystemError('no_space', name, 'the disk is full');
        staged.set(name, (staged.get(name) ?? 0) + bytes.length);
        disk.leastFreeBytes = Math.min(disk.leastFreeBytes, freeBytes());
        await staging.append(bytes);
      };
      return { ...staging, append };
    },
    async removeStaging(root, name) {
      await fileSystem.removeStaging(root, name);
      staged.delete(name);
    },
  };
  return { disk, fileSystem: full };
}

async function onService(name: string, size: number): Promise<RemoteEntry> {
  const { request } = await bench.newUpload(`up-${name}`, size);
  const destination = { kind: 'new' as const, parentId: bench.service.folder, name };
  const outcome = await bench.transfers.upload({ ...request, destination });
  if (!outcome.ok) throw new Error(`not uploaded: ${JSON.stringify(outcome)}`);
  return outcome.entry;
}

/** A download of its own to a name of its own. */
const numbered = (entry: RemoteEntry, number: number) =>
  bench.newDownload(entry, { key: `1/${number}`, target: () => join(bench.folder, `down-${number}`) });

test('[E113] of two files that fit alone but not together, one arrives, nothing is received twice and the reserve stays free', async () => {
  const entry = await onService('half.bin', 12 * MIB);
  const { disk, fileSystem } = smallDisk(18 * MIB);
  const transfers = bench.restart({ reserveBytes: RESERVE }, fileSystem);
  const outcomes = await Promise.all([1, 2].map((number) => transfers.download(numbered(entry, number))));
  expect(outcomes.map((outcome) => (outcome.ok ? 'arrived' : outcome.reason)).toSorted()).toEqual([
    'arrived',
    'disk_full',
  ]);
  expect(transfers.flow().movedBytes).toBe(12 * MIB);
  expect(disk.leastFreeBytes).toBe(6 * MIB);
});

test('[E113] a file that waits for space is downloaded once the other one gives its space back', async () => {
  const entry = await onService('patient.bin', 12 * MIB);
  const { fileSystem } = smallDisk(18 * MIB);
  const transfers = bench.restart({ reserveBytes: RESERVE }, fileSystem);
  let release = () => {};
  const until = new Promise<void>((resolve) => (release = resolve));
  bench.proxy.break({ method: 'GET', path: /\/content(\?|$)/, fault: { kind: 'hold', until } });
  const before = bench.proxy.seen.length;
  const first = transfers.download(numbered(entry, 1));
  await expect.poll(() => bench.proxy.seen.length).toBe(before + 1);
  const second = transfers.download(numbered(entry, 2));
  await expect.poll(() => transfers.list().filter(({ state }) => state === 'active').length).toBe(2);
  const [waiting] = transfers.list();
  transfers.cancel(waiting?.id ?? '');
  release();
  expect([await first, await second]).toMatchObject([{ ok: false, reason: 'cancelled' }, { ok: true }]);
});

test('[E113] downloads that wait for space hold up no other disk, and go on once a person frees some', async () => {
  const big = await onService('big.bin', 21 * MIB);
  const small = await onService('small.bin', 2 * MIB);
  const elsewhere = join(bench.folder, 'elsewhere');
  await mkdir(elsewhere);
  const free = { [bench.folder]: 26 * MIB, [elsewhere]: 1000 * MIB };
  const fileSystem: FileSystem = {
    ...bench.fileSystem,
    volumeId: async (root) => root,
    freeBytes: async (root) => free[root] ?? 0,
  };
  const transfers = bench.restart({ reserveBytes: RESERVE }, fileSystem);
  const until = new Promise<void>(() => {});
  bench.proxy.break({ method: 'GET', path: /\/content(\?|$)/, fault: { kind: 'hold', until } });
  const before = bench.proxy.seen.length;
  void transfers.download(numbered(big, 0));
  await expect.poll(() => bench.proxy.seen.length).toBe(before + 1);
  const waiting = Array.from({ length: 8 }, (_, index) => transfers.download(numbered(small, index + 1)));
  const target = () => join(elsewhere, 'down');
  const other = bench.newDownload(small, { key: '2/1', root: elsewhere, target });
  expect(await transfers.download(other)).toMatchObject({ ok: true });
  expect(transfers.list().map(({ state }) => state)).toEqual(['active', ...waiting.map(() => 'queued')]);
  free[bench.folder] = 1000 * MIB;
  expect(await Promise.all(waiting)).toMatchObject(waiting.map(() => ({ ok: true })));
});

test('[E113] a download stops while there is still space once another program has taken what it needs', async () => {
  const entry = await onService('raced.bin', 24 * MIB);
  const { disk, fileSystem } = smallDisk(30 * MIB);
  const transfers = bench.restart({ reserveBytes: RESERVE }, fileSystem);
  const unsubscribe = transfers.subscribe(() => {
    if ((transfers.list()[0]?.bytesDone ?? 0) > MIB) disk.othersBytes = 8 * MIB;
  });
  const short = { ok: false, reason: 'disk_full' };
  expect(await transfers.download(bench.newDownload(entry))).toMatchObject(short);
  unsubscribe();
  expect(transfers.flow().movedBytes).toBeLessThan(12 * MIB);
  expect(disk.leastFreeBytes).toBeGreaterThan(RESERVE);
  const space = { neededBytes: 28 * MIB, freeBytes: 22 * MIB };
  expect(await transfers.download(bench.newDownload(entry))).toEqual({ ...short, space });
  expect(await bench.fileSystem.listStaging(bench.folder)).toEqual([]);
});

test.each([
  ['a moment', 1],
  ['a while', 1000],
])('[E113] a download goes on where it stopped after another program took its space for %s', async (_, reads) => {
  const entry = await onService('dip.bin', 24 * MIB);
  const { disk, fileSystem } = smallDisk(30 * MIB);
  let readsLeft = 0;
  const freeBytes = async (root: string) => (await fileSystem.freeBytes(root)) - (readsLeft-- > 0 ? 8 * MIB : 0);
  const transfers = bench.restart({ reserveBytes: RESERVE }, { ...fileSystem, freeBytes });
  const unsubscribe = transfers.subscribe(() => {
    if ((transfers.list()[0]?.bytesDone ?? 0) <= 12 * MIB) return;
    readsLeft = reads;
    unsubscribe();
  });
  const stopped = await transfers.download(bench.newDownload(entry));
  expect(stopped).toMatchObject({ ok: false, reason: 'disk_full', space: { freeBytes: expect.any(Number) } });
  readsLeft = 0;
  expect(await transfers.download(bench.newDownload(entry))).toMatchObject({ ok: true });
  expect(transfers.flow().movedBytes).toBeLessThanOrEqual(24 * MIB);
  expect(disk.leastFreeBytes).toBe(6 * MIB);
});

/** A disk that refuses to write past this size. */
function refusingDisk(code: 'no_space' | 'too_large', mostBytes: number, freeBytes: () => number) {
  const { fileSystem } = bench;
  const disk = { mostBytes, volume: 'fat' };
  const refusing: FileSystem = {
    ...fileSystem,
    freeBytes: async () => freeBytes(),
    volumeId: async () => disk.volume,
    async openStaging(root, name) {
      const staging = await fileSystem.openStaging(root, name);
      let { sizeBytes } = staging;
      const append = async (bytes: Uint8Array) => {
        if (sizeBytes + bytes.length > disk.mostBytes) throw new FileSystemError(code, root, 'The disk refuses.');
        await staging.append(bytes);
        sizeBytes += bytes.length;
      };
      return { ...staging, append };
    },
  };
  return { disk, fileSystem: refusing };
}

test('[E113] a disk that fills up on the way leaves nothing behind', async () => {
  const entry = await onService('full.bin', 2 * MIB);
  let free = 3 * MIB;
  const { fileSystem } = refusingDisk('no_space', MIB, () => free);
  const transfers = bench.restart({}, fileSystem);
  transfers.subscribe(() => (free = MIB / 2));
  const outcome = await transfers.download(bench.newDownload(entry));
  expect(outcome).toMatchObject({ ok: false, reason: 'disk_full', space: { neededBytes: 2 * MIB } });
  expect(await bench.fileSystem.listStaging(bench.folder)).toEqual([]);
  expect(bench.store.transfers.stagingNames()).toEqual([]);
});

test('[E113] bytes that a quota refuses are not received again until the free space changes', async () => {
  const entry = await onService('quota.bin', 12 * MIB);
  let free = 100 * MIB;
  const { disk, fileSystem } = refusingDisk('no_space', 8 * MIB, () => free);
  const transfers = bench.restart({}, fileSystem);
  const request = bench.newDownload(entry);
  const refused = { ok: false, reason: 'disk_full', space: null };
  expect(await transfers.download(request)).toEqual(refused);
  const { movedBytes } = transfers.flow();
  const requests = bench.proxy.seen.length;
  expect(await transfers.download(request)).toEqual(refused);
  expect(bench.proxy.seen.length).toBe(requests);
  [free, disk.mostBytes] = [free + 1, 20 * MIB];
  expect(await transfers.download(request)).toMatchObject({ ok: true });
  expect(transfers.flow().movedBytes - movedBytes).toBeLessThan(5 * MIB);
});

test('[E113] a quota that was raised is noticed after an hour, also when the free space is the same', async () => {
  const entry = await onService('raised.bin', 12 * MIB);
  const { disk, fileSystem } = refusingDisk('no_space', 8 * MIB, () => 100 * MIB);
  const transfers = bench.restart({}, fileSystem);
  const request = bench.newDownload(entry);
  expect(await transfers.download(request)).toMatchObject({ ok: false });
  disk.mostBytes = 20 * MIB;
  expect(await transfers.download(request)).toMatchObject({ ok: false });
  await bench.clock.sleep(3_600_000);
  expect(await transfers.download(request)).toMatchObject({ ok: true });
});

test('a file larger than this disk allows is received once and leaves nothing behind, until the folder is on another disk', async () => {
  const entry = await onService('larger.bin', 12 * MIB);
  const { disk, fileSystem } = refusingDisk('too_large', 8 * MIB, () => 100 * MIB);
  const transfers = bench.restart({}, fileSystem);
  const request = bench.newDownload(entry);
  expect(await transfers.download(request)).toEqual({ ok: false, reason: 'too_large' });
  const requests = bench.proxy.seen.length;
  expect(await transfers.download(request)).toEqual({ ok: false, reason: 'too_large' });
  expect(bench.proxy.seen.length).toBe(requests);
  expect(await bench.fileSystem.listStaging(bench.folder)).toEqual([]);
  Object.assign(disk, { mostBytes: 20 * MIB, volume: 'ntfs' });
  expect(await transfers.download(request)).toMatchObject({ ok: true });
});

test('[E113] verified content stays for the next try if the copy of the replaced file has no space', async () => {
  const entry = await onService('verified.bin', 2 * MIB);
  const transfers = bench.restart();
  const full = new FileSystemError('no_space', '/trash', 'the disk of the trash is full');
  const request = bench.newDownload(entry, { target: () => Promise.reject(full) });
  await expect(transfers.download(request)).rejects.toBe(full);
  const requests = bench.proxy.seen.length;
  expect(await transfers.download(bench.newDownload(entry))).toMatchObject({ ok: true });
  expect(bench.proxy.seen.length).toBe(requests);
});

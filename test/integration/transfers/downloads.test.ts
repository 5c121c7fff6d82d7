import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Content, RemoteEntry } from '../../../main/engine/model/entry.ts';
import { sha1 } from '../../../main/engine/model/ids.ts';
import { FileSystemError } from '../../../main/engine/ports/file-system.ts';
import { made, put } from '../../support/engine/remote-steps.ts';
import { contentOf, openTransferBench, type TransferBench } from '../../support/engine/transfer-bench.ts';

const MIB = 1024 * 1024;

let bench: TransferBench;
beforeEach(async () => {
  bench = await openTransferBench();
});
afterEach(() => bench[Symbol.asyncDispose]());

const onService = async (name: string, size: number): Promise<{ entry: RemoteEntry; content: Content }> => {
  const { request, content } = await bench.newUpload(`up-${name}`, size);
  const destination = { kind: 'new' as const, parentId: bench.service.folder, name };
  const outcome = await bench.transfers.upload({ ...request, destination });
  if (!outcome.ok) throw new Error(`not uploaded: ${JSON.stringify(outcome)}`);
  return { entry: outcome.entry, content };
};
const fetches = () => bench.proxy.seen.filter(({ path }) => /\/files\/\d+\/content/.test(path)).length;
const staged = () => bench.fileSystem.listStaging(bench.folder);

test('[I7] a file comes down to its name as a whole, with its own time, and leaves no temporary file', async () => {
  const { entry, content } = await onService('whole.bin', 3 * MIB);
  const outcome = await bench.transfers.download(bench.newDownload(entry, { contentModifiedAtMs: 1_600_000_000_000 }));
  expect(outcome).toMatchObject({ ok: true, path: join(bench.folder, 'down-whole.bin') });
  // To the millisecond: the wire says no more.
  expect(outcome.ok && BigInt(outcome.stat.fingerprint.mtimeNs) / 1_000_000n).toBe(1_600_000_000_000n);
  expect(contentOf(await bench.read('down-whole.bin'))).toEqual(content);
  expect(await staged()).toEqual([]);
  expect(bench.store.transfers.stagingNames()).toEqual([]);
});

test('a broken download resumes at the byte where it stopped', async () => {
  const { entry, content } = await onService('cut.bin', 5 * MIB);
  bench.proxy.break({
    method: 'GET',
    path: /\/content(\?|$)/,
    fault: { kind: 'cut-answer', afterBytes: 2 * MIB },
  });
  expect(await bench.transfers.download(bench.newDownload(entry))).toMatchObject({ ok: true });
  expect(contentOf(await bench.read('down-cut.bin'))).toEqual(content);
  expect(fetches()).toBe(2);
});

test('[E110] bytes that an earlier run downloaded are not downloaded again', async () => {
  const { entry, content } = await onService('resumed.bin', 5 * MIB);
  const request = bench.newDownload(entry);
  const stagingName = 'download-from-before';
  bench.store.transfers.saveDownload({ ...request, key: '1/r', stagingName });
  const staging = await bench.fileSystem.openStaging(bench.folder, stagingName);
  await staging.append((await bench.read('up-resumed.bin')).subarray(0, 4 * MIB));
  await staging.close();
  bench.proxy.break({ method: 'GET', fault: { kind: 'cut-answer', afterBytes: 1.5 * MIB } });
  const transfers = bench.restart();
  expect(await transfers.download({ ...request, key: '1/r' })).toMatchObject({ ok: true });
  // More than the last mebibyte would have run into the break, and asked once more.
  expect(fetches()).toBe(1);
  expect(transfers.flow().movedBytes).toBe(MIB);
  expect(contentOf(await bench.read('down-resumed.bin'))).toEqual(content);
});

test('[E104] damaged bytes are discarded and downloaded again from the start', async () => {
  const { entry, content } = await onService('damaged.bin', MIB);
  bench.proxy.break({ method: 'GET', fault: { kind: 'damage' } });
  expect(await bench.transfers.download(bench.newDownload(entry))).toMatchObject({ ok: true });
  expect(contentOf(await bench.read('down-damaged.bin'))).toEqual(content);
});

test('[E104] bytes that stay damaged never get to the name', async () => {
  const { entry } = await onService('broken.bin', MIB);
  bench.proxy.break({ method: 'GET', times: 100, fault: { kind: 'damage' } });
  expect(await bench.transfers.download(bench.newDownload(entry))).toEqual({ ok: false, reason: 'corrupt' });
  expect(await staged()).toEqual([]);
  await expect(bench.read('down-broken.bin')).rejects.toThrow('ENOENT');
});

test('other bytes on the service than were announced are not installed', async () => {
  const { entry } = await onService('moved-on.bin', 1000);
  const content = { sha1: sha1('0'.repeat(40)), sizeBytes: 999 };
  const outcome = await bench.transfers.download(bench.newDownload(entry, { content }));
  expect(outcome).toEqual({ ok: false, reason: 'remote_changed' });
  expect(await staged()).toEqual([]);
});

test('contents of another size than announced keep no connection: a listing is still answered', async () => {
  const { entry, content } = await onService('grown.bin', MIB);
  const other = { ...content, sizeBytes: content.sizeBytes - 1 };
  // More often than a client has connections.
  for (let time = 0; time < 30; time++) {
    const outcome = await bench.transfers.download(bench.newDownload(entry, { content: other }));
    expect(outcome).toEqual({ ok: false, reason: 'remote_changed' });
  }
  expect(await bench.remote.item(entry.id, 'file')).toMatchObject({ content });
});

test('a file that is gone is gone', async () => {
  const { entry } = await onService('gone.bin', 1000);
  await bench.service.other.trash({ id: entry.id, kind: 'file', ifMatch: null });
  expect(await bench.transfers.download(bench.newDownload(entry))).toEqual({ ok: false, reason: 'gone' });
  expect(await staged()).toEqual([]);
});

test('[E3] a file that appeared at the name meanwhile stays, and the downloaded bytes wait for a better place', async () => {
  const { entry, content } = await onService('late.bin', 2 * MIB);
  const request = bench.newDownload(entry);
  await bench.write('down-late.bin', 'written by a person');
  expect(await bench.transfers.download(request)).toEqual({ ok: false, reason: 'target_changed' });
  expect((await bench.read('down-late.bin')).toString()).toBe('written by a person');
  const before = fetches();
  const elsewhere = { ...request, target: () => join(bench.folder, 'elsewhere.bin') };
  expect(await bench.transfers.download(elsewhere)).toMatchObject({ ok: true });
  expect(fetches()).toBe(before);
  expect(contentOf(await bench.read('elsewhere.bin'))).toEqual(content);
});

test('[E3] a file that was edited since it was looked at is not replaced', async () => {
  const { entry } = await onService('edited.bin', 1000);
  const { expect: seen } = await bench.write('down-edited.bin', 'as planned');
  await writeFile(join(bench.folder, 'down-edited.bin'), 'edited since then');
  const outcome = await bench.transfers.download(bench.newDownload(entry, { expect: seen }));
  expect(outcome).toEqual({ ok: false, reason: 'target_changed' });
  expect((await bench.read('down-edited.bin')).toString()).toBe('edited since then');
});

test('[P85] an install that did not take place is forgotten before its staging file goes; one that took place stays known', async () => {
  const { entry, content } = await onService('noted.bin', 1000);
  const stat = await bench.fileSystem.stat(bench.folder);
  if (stat === null) throw new Error('the folder of the bench is gone');
  const place = { localPath: bench.folder, marker: 'm', volumeId: 'v', account: 'a' };
  const { id } = bench.store.addRoot({ ...place, fingerprint: stat.fingerprint, remote: { ...entry, kind: 'folder' } });
  const root = bench.store.root(id);
  const noting = (path: string) =>
    bench.newDownload(entry, {
      target: ({ identity, stagingName }) => {
        const fingerprint = { identity, sizeBytes: 1000, mtimeNs: '1', ctimeNs: '1' };
        const names = { kind: 'file' as const, localName: 'noted.bin', remoteName: 'noted.bin', stagingName };
        const [localId, parentLocalId] = [null, root.rootLocalId];
        root.putPlacing({ ...names, itemId: entry.id, localId, parentLocalId, content, fingerprint, etag: entry.etag });
        return join(bench.folder, path);
      },
    });
  await bench.write('taken.bin', 'written by a person');
  expect(await bench.transfers.download(noting('taken.bin'))).toEqual({ ok: false, reason: 'target_changed' });
  expect([root.placing(() => false), await staged()]).toEqual([[], []]);
  const { fileSystem } = bench;
  const failing = {
    ...fileSystem,
    async install(...args: Parameters<typeof fileSystem.install>) {
      await fileSystem.install(...args);
      throw new FileSystemError('io', args[2], 'the folder could not be flushed');
    },
  };
  await expect(bench.restart({}, failing).download(noting('free.bin'))).rejects.toMatchObject({ code: 'io' });
  expect(contentOf(await bench.read('free.bin'))).toEqual(content);
  expect([root.placing(() => false).map(({ itemId }) => itemId), await staged()]).toEqual([[entry.id], []]);
});

test('[E5] the place is asked for at the end: a folder that was renamed meanwhile gets the file', async () => {
  const { entry, content } = await onService('placed.bin', 1000);
  let place = join(bench.folder, 'old', 'placed.bin');
  let release = () => {};
  const until = new Promise<void>((resolve) => (release = resolve));
  bench.proxy.break({ method: 'GET', fault: { kind: 'hold', until } });
  const running = bench.transfers.download(bench.newDownload(entry, { target: () => place }));
  await expect.poll(fetches).toBe(1);
  await mkdir(join(bench.folder, 'new'));
  place = join(bench.folder, 'new', 'placed.bin');
  release();
  expect(await running).toMatchObject({ ok: true, path: place });
  expect(contentOf(await bench.read('new/placed.bin'))).toEqual(content);
});

test('[E5] no target left: nothing is written anywhere', async () => {
  const { entry } = await onService('nowhere.bin', 1000);
  const request = bench.newDownload(entry, { target: () => null, key: null });
  expect(await bench.transfers.download(request)).toEqual({ ok: false, reason: 'target_changed' });
  expect(await staged()).toEqual([]);
});

test('[E113] a download that would eat the reserve does not begin', async () => {
  const { entry } = await onService('huge.bin', 1000);
  const freeBytes = await bench.fileSystem.freeBytes(bench.folder);
  const before = fetches();
  const outcome = await bench.restart({ reserveBytes: freeBytes + MIB }).download(bench.newDownload(entry));
  expect(outcome).toMatchObject({ ok: false, reason: 'disk_full', space: { neededBytes: freeBytes + MIB + 1000 } });
  expect(fetches()).toBe(before);
  expect(await staged()).toEqual([]);
});

test('[E105] a sign-in page in place of the service is being offline, not a download', async () => {
  const { entry } = await onService('portal.bin', 1000);
  const portal = { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome to the hotel</h1>' };
  bench.proxy.break({ times: 100, fault: { kind: 'answer', ...portal } });
  await expect(bench.remote.list(bench.service.folder)).rejects.toMatchObject({ code: 'offline' });
  await expect(bench.remote.currentPosition()).rejects.toMatchObject({ code: 'offline' });
  await expect(bench.transfers.download(bench.newDownload(entry))).rejects.toMatchObject({ code: 'offline' });
  await expect(bench.read('down-portal.bin')).rejects.toThrow('ENOENT');
});

test('a version is fetched as it was, also when there is a newer one', async () => {
  const first = made(await put(bench.remote, { kind: 'new', parentId: bench.service.folder, name: 'v.txt' }, 'first'));
  const version = { kind: 'version' as const, itemId: first.id, name: 'v.txt', ifMatch: first.etag };
  made(await put(bench.service.other, version, 'the second one'));
  expect(await bench.transfers.download(bench.newDownload(first))).toMatchObject({ ok: true });
  expect((await bench.read('down-v.txt')).toString()).toBe('first');
});

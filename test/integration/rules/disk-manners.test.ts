import { rm, utimes } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LocalListing } from '../../../main/engine/model/observation.ts';
import { type FileSystem, FileSystemError } from '../../../main/engine/ports/file-system.ts';
import { withFix } from '../../../preload/words/message.ts';
import { type EngineDevice, openEngineDevice } from '../../support/engine/engine-device.ts';
import { readTree } from '../../support/files/disk-tree.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { startTestService, type TestService } from '../../support/service/service.ts';

/** A real folder whose disk refuses, hides or forgets as a test demands, against the real service. */
let service: TestService;
let web: WebUser;
let device: EngineDevice;
/** The faults of the disk in this test. */
let manners: Partial<Pick<FileSystem, 'move' | 'createFolder' | 'traits'>> & {
  readonly upload?: (label: string) => Promise<never> | undefined;
  readonly see?: (listing: LocalListing) => LocalListing;
};

beforeEach(async () => {
  manners = {};
  service = await startTestService();
  web = webUser(service, service.person.token);
  device = await openEngineDevice({
    name: 'laptop',
    addresses: service,
    token: service.person.token,
    change: (parts) => ({
      ...parts,
      fileSystem: { ...parts.fileSystem, ...real(parts.fileSystem) },
      transfers: {
        ...parts.transfers,
        upload: (request) => manners.upload?.(request.label) ?? parts.transfers.upload(request),
      },
    }),
  });
});
afterEach(async () => {
  await device.close();
  await service.stop();
});

/** Asks the test first, call by call. */
const real = (disk: FileSystem): Partial<FileSystem> => ({
  move: (from, to) => (manners.move ?? disk.move)(from, to),
  list: async (path) => see(await disk.list(path)),
  walk: async function* (root, enter, signal) {
    for await (const found of disk.walk(root, enter, signal)) {
      yield found.ok ? { ok: true, listing: see(found.listing) } : found;
    }
  },
  createFolder: (path) => (manners.createFolder ?? disk.createFolder)(path),
  traits: (root) => (manners.traits ?? disk.traits)(root),
});
const see = (listing: LocalListing): LocalListing => manners.see?.(listing) ?? listing;
const withMount = (listing: LocalListing, mount: string): LocalListing => ({
  ...listing,
  entries: listing.entries.map((entry) =>
    entry.name === mount ? { ...entry, stat: { ...entry.stat, kind: 'mount' } } : entry,
  ),
});
const refuse = (code: FileSystemError['code']) => (path: string) =>
  Promise.reject(new FileSystemError(code, path, `the disk says ${code}`));
const namesThere = async (): Promise<readonly string[]> => (await web.items('0')).map(({ name }) => name);

test('[P7][E29] the copy of a conflict cannot be made: nothing is replaced, the item is in error, the rest syncs', async () => {
  await device.write('plan.txt', 'base');
  await device.once();
  const item = await web.find('0', 'plan.txt');
  await web.replace(item?.id ?? '', 'plan.txt', 'theirs');
  await device.write('plan.txt', 'mine');
  await device.write('other.txt', 'other');
  manners = { move: refuse('denied') };
  const report = await device.once();
  expect(report.blocked).toMatchObject([{ path: 'plan.txt', reason: 'unwritable' }]);
  expect(await device.read('plan.txt')).toBe('mine');
  expect((await web.read(item?.id ?? '')).toString()).toBe('theirs');
  expect(await namesThere()).toEqual(['other.txt', 'plan.txt']);
});

test('[E74] a move and a new folder that the disk denies are items in error; all others arrive, and so do they later', async () => {
  await device.write('a.txt', 'a');
  await device.once();
  const item = await web.find('0', 'a.txt');
  if (item === undefined) throw new Error('it was not uploaded');
  await web.update(item, { name: 'renamed.txt' });
  await web.createFolder('0', 'made there');
  await web.upload('0', 'other.txt', 'other');
  manners = { move: refuse('denied'), createFolder: refuse('denied') };
  const report = await device.once();
  expect(new Map(report.blocked.map(({ path, reason }) => [path, reason]))).toEqual(
    new Map([
      ['a.txt', 'unwritable'],
      ['made there', 'unwritable'],
    ]),
  );
  expect(await device.read('other.txt')).toBe('other');
  manners = {};
  await device.restart();
  await device.once();
  expect([...(await readTree(device.path)).keys()]).toEqual(['made there', 'other.txt', 'renamed.txt']);
});

test('[E61] a volume that is mounted over a folder hides it, and gone again shows it: nothing is deleted on either side', async () => {
  await device.write('disk/photo', 'photo');
  await device.write('beside', 'beside');
  await device.once();
  manners = { see: (listing) => withMount(listing, 'disk') };
  const mounted = await device.once();
  expect(mounted).toMatchObject({ deleted_local: 0, deleted_remote: 0, uploaded: 0, downloaded: 0 });
  expect(mounted.ignored).toContainEqual({ path: 'disk', reason: 'mount' });
  const item = await web.find('0', 'disk');
  await web.upload(item?.id ?? '', 'new there', 'new');
  expect(await device.once()).toMatchObject({ deleted_local: 0, deleted_remote: 0 });
  manners = {};
  await device.once();
  expect(await device.once()).toMatchObject({ state: 'in_sync', deleted_local: 0, deleted_remote: 0 });
  expect([...(await readTree(device.path)).keys()]).toEqual(['beside', 'disk', 'disk/new there', 'disk/photo']);
  expect((await web.items(item?.id ?? '')).map(({ name }) => name)).toEqual(['new there', 'photo']);
});

test('[E61] a mount point without its volume is an empty folder; the contents of the volume never counted as deleted', async () => {
  await device.write('disk/on the volume', 'photo');
  manners = { see: (listing) => withMount(listing, 'disk') };
  expect(await device.once()).toMatchObject({ uploaded: 0, deleted_remote: 0 });
  await rm(device.at('disk/on the volume'));
  manners = {};
  expect(await device.once()).toMatchObject({ state: 'in_sync', deleted_local: 0, deleted_remote: 0 });
  expect(await namesThere()).toEqual(['disk']);
});

test('[E50] a file that another program holds open waits for that program; all others go up, and so does it afterwards', async () => {
  await device.write('mail.pst', 'mail');
  await device.write('letter.txt', 'letter');
  manners = { upload: (label) => (label === 'mail.pst' ? refuse('busy')(device.at(label)) : undefined) };
  const report = await device.once();
  expect(report.blocked).toEqual([
    {
      path: 'mail.pst',
      reason: 'file_in_use',
      cause: 'file_in_use',
      args: { subject: 'mail.pst' },
      remedy: withFix({ code: 'file_in_use', args: { subject: 'mail.pst' } }),
    },
  ]);
  expect(await namesThere()).toEqual(['letter.txt']);
  manners = {};
  await device.restart();
  expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 1 });
});

test('[E54] all modification times shift by an hour: each file is read, nothing is sent, nothing is held', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `d/f${index}`);
  for (const name of names) await device.write(name, name);
  await device.once();
  for (const name of names) await utimes(device.at(name), 1_700_003_600, 1_700_003_600);
  const report = await device.once();
  expect(report).toMatchObject({ state: 'in_sync', uploaded: 0, downloaded: 0, bytes_up: 0, held: 0, blocked: [] });
});

test('[E37] [E38] a path too long for the disk is blocked alone; its siblings sync, and it follows once it is shorter', async () => {
  let parent = '0';
  let top = '';
  for (let depth = 0; depth < 17; depth++) {
    const made = await web.createFolder(parent, `${depth}-`.padEnd(245, 'x'));
    if (depth === 0) top = made.id;
    await web.upload(made.id, 'file', String(depth));
    parent = made.id;
  }
  await web.upload('0', 'beside', 'beside');
  const report = await device.once();
  expect(report.blocked.length).toBeGreaterThan(0);
  expect(new Set(report.blocked.map(({ reason }) => reason))).toEqual(new Set(['name_too_long']));
  expect(await device.read('beside')).toBe('beside');
  const tree = await readTree(device.path);
  expect([...tree.keys()].filter((path) => path.endsWith('/file')).length).toBeGreaterThan(10);
  // More than 260 characters is nothing special on any system that the engine runs on.
  expect([...tree.keys()].some((path) => path.length > 3_000)).toBe(true);
  await web.update({ id: top, type: 'folder', name: '', etag: '' }, { name: 'short' });
  await device.once();
  const after = await device.once();
  expect(after.blocked).toEqual([]);
});

test('[E46] a log that grows all the time goes up whole, then waits, and says why and how to leave it out', async () => {
  let text = '';
  let report = await device.once();
  for (let line = 1; line <= 12 && report.blocked.length === 0; line++) {
    text += `line ${line}\n`;
    await device.write('app.log', text);
    report = await device.once();
  }
  expect(report.blocked).toMatchObject([{ path: 'app.log', reason: 'grows_all_the_time' }]);
  expect(report.blocked[0]?.remedy).toEqual(withFix({ code: 'grows_all_the_time', args: { subject: 'app.log' } }));
  const item = await web.find('0', 'app.log');
  const there = (await web.read(item?.id ?? '')).toString();
  expect(text.startsWith(there)).toBe(true);
  expect(there.endsWith('\n')).toBe(true);
});

test('[E74] a disk that takes no files when Tandem starts is known from before: what is new on it is uploaded', async () => {
  await device.write('plan.txt', 'plan');
  await device.once();
  await device.restart();
  manners = { traits: refuse('denied') };
  await device.write('other.txt', 'other');
  expect(await device.once()).toMatchObject({ state: 'in_sync', uploaded: 1 });
  expect(await namesThere()).toEqual(['other.txt', 'plan.txt']);
});

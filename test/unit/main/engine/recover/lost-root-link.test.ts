import { cp, mkdir, mkdtemp, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createNodeRandom } from '../../../../../main/engine/adapters/node-random.ts';
import type { RemoteEntry } from '../../../../../main/engine/model/entry.ts';
import { type ItemId, itemId } from '../../../../../main/engine/model/ids.ts';
import { type Linking, linkRoot } from '../../../../../main/engine/recover/root-link.ts';
import type { RootRecord } from '../../../../../main/engine/store/root-table.ts';
import { openMemoryStore } from '../../../../support/engine/empty-store.ts';
import { realDisk } from '../../../../support/engine/real-disk.ts';
import { openServiceBench, type ServiceBench } from '../../../../support/engine/service-remote.ts';

let bench: ServiceBench;
beforeAll(async () => {
  bench = await openServiceBench();
});
afterAll(() => bench.dispose());

let folder: string;
let parts: Linking;
let top: RemoteEntry;
let tests = 0;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tandem-link-')));
  const random = createNodeRandom();
  const fileSystem = realDisk(undefined, random);
  const settings = { ownPlaces: [at('data/client')] };
  parts = { store: openMemoryStore(), fileSystem, random, remote: bench.remote, account: 'ann', settings };
  top = await madeIn(bench.folder, `test ${++tests}`);
});
afterEach(async () => {
  parts.store.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (path: string): string => join(folder, path);

async function madeIn(parent: ItemId, name: string): Promise<RemoteEntry> {
  const created = await bench.remote.createFolder(parent, name);
  if (!created.ok) throw new Error(`${name} was refused`);
  return created.entry;
}

/** Links a folder of this disk, which is made if need be. */
async function linked(path: string, remoteId: string = top.id): Promise<RootRecord> {
  await mkdir(at(path), { recursive: true });
  const answer = await linkRoot(parts, { localPath: at(path), remoteId });
  if (!answer.ok) throw new Error(`${path} was not linked`);
  return answer.value.record;
}

const refusal = (code: string, says: string, args: Readonly<Record<string, unknown>>) =>
  expect.objectContaining({ ok: false, error: expect.objectContaining({ code, message: { code: says, args } }) });

describe('[P55] [E71] a root whose folder is lost, and the folder that a person points to', () => {
  const request = () => ({ localPath: at('found'), remoteId: top.id });

  test('the same folder resumes there', async () => {
    const record = await linked('files');
    await rename(at('files'), at('found'));
    expect(await linkRoot(parts, request())).toEqual({
      ok: true,
      value: { record, renewal: { kind: 'moved', localPath: at('found') } },
    });
  });

  test.each<[string, () => Promise<void>, () => Partial<Linking['fileSystem']>]>([
    ['a copy', () => cp(at('files'), at('found'), { recursive: true }), () => ({})],
    [
      'a folder of another volume that happens to have its identity',
      () => rename(at('files'), at('found')),
      () => ({ volumeId: async () => 'another volume' }),
    ],
  ])('%s is compared by content', async (_, make, change) => {
    const record = await linked('files');
    await make();
    await rm(at('files'), { recursive: true, force: true });
    const fileSystem = { ...parts.fileSystem, ...change() };
    expect(await linkRoot({ ...parts, fileSystem }, request())).toEqual({
      ok: true,
      value: { record, renewal: { kind: 'reset', localPath: at('found'), why: 'other_copy' } },
    });
  });

  test.each<[string, string, string]>([
    ['within another root', 'other/found', 'other'],
    ['around another root', 'found', 'found/other'],
  ])('[P58] [E86] it is refused %s, also a copy', async (_, path, other) => {
    await linked('files');
    await linked(other, (await madeIn(bench.folder, `beside ${tests}`)).id);
    if (path === 'found') await rename(at('files/.tandem'), at('found/.tandem'));
    else await rename(at('files'), at(path));
    await rm(at('files'), { recursive: true, force: true });
    const answer = await linkRoot(parts, { localPath: at(path), remoteId: top.id });
    expect(answer).toEqual(refusal('root_nested', 'local_folders_nested', { path: at(path), other: at(other) }));
  });

  test('it may lie within its own place from before', async () => {
    const record = await linked('files');
    await rename(at('files'), at('found'));
    await mkdir(at('files'));
    await rename(at('found'), at('files/found'));
    const localPath = at('files/found');
    expect(await linkRoot(parts, { localPath, remoteId: top.id })).toEqual({
      ok: true,
      value: { record, renewal: { kind: 'moved', localPath } },
    });
  });

  test('a root that is not lost keeps its folder, whatever copies exist', async () => {
    await linked('files');
    await cp(at('files'), at('found'), { recursive: true });
    const args = { name: top.name, path: at('files') };
    expect(await linkRoot(parts, request())).toEqual(refusal('root_nested', 'remote_folders_nested', args));
  });

  test.each<[string, (record: RootRecord) => Promise<Partial<Linking>>]>([
    [
      'the folder has no marker',
      async () => {
        await rm(at('found/.tandem'), { recursive: true });
        return {};
      },
    ],
    [
      'the marker is another',
      async () => {
        await parts.fileSystem.writeMarker(at('found'), 'of another state');
        return {};
      },
    ],
    ['the root belongs to another account', async () => ({ account: 'ben' })],
  ])('it is no find if %s', async (_, change) => {
    const record = await linked('files');
    await rename(at('files'), at('found'));
    const answer = await linkRoot({ ...parts, ...(await change(record)) }, request());
    expect(answer).toEqual(refusal('root_nested', 'remote_folders_nested', { name: top.name, path: at('files') }));
  });

  test('it is another root if the folder on the service is another', async () => {
    const record = await linked('files');
    await rename(at('files'), at('found'));
    const other = await madeIn(bench.folder, `beside ${tests}`);
    const answer = await linkRoot(parts, { localPath: at('found'), remoteId: itemId(other.id) });
    expect(answer).toMatchObject({ ok: true, value: { renewal: null } });
    expect(parts.store.roots()).toEqual([record, expect.objectContaining({ itemId: other.id })]);
  });
});

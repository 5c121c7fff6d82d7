import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backUp } from '../../../../service/backup/back-up.ts';
import { verifyBackup } from '../../../../service/backup/restore.ts';
import type { Service } from '../../../../service/domain/service.ts';
import { verifyStore } from '../../../../service/domain/upkeep/verify-store.ts';
import { sentenceFor } from '../../../../service/error-sentence.ts';
import { BlobStoreUnavailable } from '../../../../service/ports/blob-store.ts';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import { type DomainWorld, openDomainWorld, putFile } from '../../../support/service/domain-world.ts';
import { startTestService } from '../../../support/service/service.ts';

/* An unmounted data disk leaves an empty folder. It has lost no content, and all of them are back with it. */

let folder: string;
let world: DomainWorld;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tandem-unmounted-'));
});
afterAll(async () => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  world = await openDomainWorld();
  const ann = await world.join('ann@example.com');
  for (const name of ['one', 'two', 'three']) await putFile(world.service, ann, '0', name);
});
afterEach(async () => world[Symbol.asyncDispose]());

async function unmount(mountPoint: string): Promise<void> {
  await rename(mountPoint, `${mountPoint} unmounted`);
  await mkdir(mountPoint);
}

const silent = (): void => undefined;
const blobsIn = ({ directory }: DomainWorld) => path.join(directory, 'blobs');

/** The service, whose disk is unmounted as soon as a second content is read. */
function unmountedAtSecond({ service }: DomainWorld, name: 'open' | 'digest', mountPoint: string): Service {
  const { blobs } = service;
  let reads = 0;
  const beforeRead = async () => {
    reads += 1;
    if (reads === 2) await unmount(mountPoint);
  };
  const open: typeof blobs.open = async (...asked) => beforeRead().then(() => blobs.open(...asked));
  const digest: typeof blobs.digest = async (blobId) => beforeRead().then(() => blobs.digest(blobId));
  return { ...service, blobs: { ...blobs, ...(name === 'open' ? { open } : { digest }) } };
}

async function sentenceOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(BlobStoreUnavailable);
  return sentenceFor(error);
}

describe('a command whose disk is unmounted meanwhile stops and names the folder', () => {
  test('verify', async () => {
    const verified = verifyStore(unmountedAtSecond(world, 'digest', blobsIn(world)));
    expect(await sentenceOf(verified)).toContain(blobsIn(world));
  });

  test('backup, of the disk with the contents', async () => {
    const copied = backUp(unmountedAtSecond(world, 'open', blobsIn(world)), path.join(folder, 'source'), silent);
    expect(await sentenceOf(copied)).toContain(blobsIn(world));
  });

  test('backup, of the disk with the backup', async () => {
    const to = path.join(folder, 'target');
    const contents = path.join(to, 'contents');
    expect(await sentenceOf(backUp(unmountedAtSecond(world, 'open', contents), to, silent))).toContain(contents);
  });
});

test('a content that is missing from a mounted disk is damage, also on a backup', async () => {
  const to = path.join(folder, 'damaged');
  await backUp(world.service, to, silent);
  await rm(path.join(to, 'contents'), { recursive: true });
  expect(await verifyBackup(to, world.service.clock)).toMatchObject({ faults: [{}, {}, {}] });
});

test('each way to the contents of an unmounted disk says that they are unavailable, and when to try again', async () => {
  await using cleanup = new AsyncDisposableStack();
  const service = await startTestService();
  cleanup.defer(() => service.stop());
  const ann = callerOf(service, service.person.token);
  const uploaded = await ann.upload({ name: 'notes.txt', parent: { id: '0' } }, 'content');
  const text = String(uploaded.json.entries[0]?.id);
  const shared = await ann.put(`/files/${text}?fields=shared_link`, { shared_link: { access: 'open' } });
  const { url, download_url } = shared.json.shared_link;
  const zip = await ann.post('/zip_downloads', { items: [{ type: 'file', id: text }] });
  const asAnn = { headers: { authorization: `Bearer ${service.person.token}` } };
  const ways: readonly (readonly [string, RequestInit?])[] = [
    [`${service.baseUrl}/files/${text}/content`, asAnn],
    [zip.json.download_url, asAnn],
    [url],
    [download_url],
  ];
  await unmount(path.join(service.dataDirectory, 'blobs'));
  expect((await fetch(`${service.listenUrl}/ready`)).status).toBe(503);
  for (const [way, init] of ways) {
    const answer = await fetch(way, init);
    expect([way, answer.status, answer.headers.get('retry-after')]).toEqual([way, 503, '5']);
    expect(await answer.text()).toContain('The service cannot reach its data at the moment.');
  }
});

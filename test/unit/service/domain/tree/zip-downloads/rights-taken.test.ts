import { expect, test } from 'vitest';
import { limits } from '../../../../../../contract/rules/limits.ts';
import { tryLink } from '../../../../../../service/domain/access/links/try-link.ts';
import { createCollaboration } from '../../../../../../service/domain/collaborations/create-collaboration.ts';
import { endSignInsOf } from '../../../../../../service/domain/people/sign-in/end-sign-ins-of.ts';
import { createToken } from '../../../../../../service/domain/people/tokens/create-token.ts';
import { digestOf } from '../../../../../../service/domain/people/tokens/digest.ts';
import { callerOfUse } from '../../../../../../service/domain/people/tokens/token-use.ts';
import { setUser } from '../../../../../../service/domain/people/users/set-user.ts';
import type { Caller } from '../../../../../../service/domain/service.ts';
import { listEvents } from '../../../../../../service/domain/streams/events/list-events.ts';
import { createFolder } from '../../../../../../service/domain/tree/folders/create-folder.ts';
import { updateFolder } from '../../../../../../service/domain/tree/folders/update-folder.ts';
import { createZipDownload } from '../../../../../../service/domain/tree/zip-downloads/create-zip-download.ts';
import { getZipStatus } from '../../../../../../service/domain/tree/zip-downloads/get-zip-status.ts';
import { openZipDownload } from '../../../../../../service/domain/tree/zip-downloads/open-zip-download.ts';
import type { ZipPart } from '../../../../../../service/domain/tree/zip-downloads/zip-parts.ts';
import { openDomainWorld, putFile, readAll } from '../../../../../support/service/domain-world.ts';

/* Rights that are taken away while an archive is sent: nothing more of it leaves, and nothing more is recorded. */

/** A folder of Ann with two files that are recorded one after the other, and an empty folder, shared with Bob. */
async function openWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, bob] = [await world.join('ann'), await world.join('bob')];
  const { id: folderId } = await createFolder(service, ann, { parentId: '0', name: 'Shared' });
  const item = { kind: 'folder' as const, id: folderId };
  const large = 'x'.repeat(limits.downloadBatchBytes);
  await putFile(service, ann, folderId, 'one', large);
  await putFile(service, ann, folderId, 'two', large);
  await createFolder(service, ann, { parentId: folderId, name: 'Void' });
  let zipId = '';
  const open = async (caller: Caller, use: { token: string; asUser: null } | null) => {
    zipId = (await createZipDownload(service, caller, { items: [item], use })).id;
    return openZipDownload(service, zipId, async (one) => callerOfUse(service, one));
  };
  const statusOf = (caller: Caller) => getZipStatus(service, caller, zipId);
  const recorded = async () => {
    await service.uses.settled();
    const { entries } = await listEvents(service, ann, {
      streamType: 'all',
      limit: 500,
      eventTypes: ['ITEM_DOWNLOAD'],
    });
    return entries.map(({ source }) => (source && 'name' in source ? source.name : null));
  };
  return { ...world, ann, bob, item, open, statusOf, recorded };
}

/** The paths of the parts; `meanwhile` runs once the first one is read. */
async function pathsOf(parts: AsyncIterable<ZipPart>, paths: string[], meanwhile: () => Promise<unknown>) {
  for await (const part of parts) {
    if (part.kind === 'file') await readAll(part.bytes);
    paths.push(part.path);
    if (paths.length === 1) await meanwhile();
  }
  return paths;
}

test('everything arrives as long as nothing is taken away', async () => {
  await using world = await openWorld();
  const { service, bob, item, open, recorded } = world;
  await createCollaboration(service, world.ann, { item, invited: { login: 'bob' }, role: 'viewer' });
  const token = digestOf(await createToken(service, { login: 'bob' }));
  const { parts } = await open(bob, { token, asUser: null });
  expect(await pathsOf(parts(), [], async () => undefined)).toEqual(['Shared/one', 'Shared/two', 'Shared/Void/']);
  expect(await recorded()).toEqual(['Shared', 'one', 'two']);
});

test.each(['end sign-ins', 'inactive'])('of someone with a token: %s', async (what) => {
  await using world = await openWorld();
  const { service, bob, item, open, recorded } = world;
  await createCollaboration(service, world.ann, { item, invited: { login: 'bob' }, role: 'viewer' });
  const token = digestOf(await createToken(service, { login: 'bob' }));
  const { parts } = await open(bob, { token, asUser: null });
  const take = () =>
    what === 'inactive' ? setUser(service, 'bob', { status: 'inactive' }) : endSignInsOf(service, 'bob');
  const paths: string[] = [];
  await expect(pathsOf(parts(), paths, take)).rejects.toMatchObject({ code: 'not_found' });
  expect(paths).toEqual(['Shared/one']);
  expect(await recorded()).toEqual(['Shared', 'one']);
});

test('of someone through a shared link that ends: what is left is skipped and counted', async () => {
  await using world = await openWorld();
  const { service, ann, bob, item, open, statusOf, recorded } = world;
  const folderId = item.id;
  await updateFolder(service, ann, { folderId, sharedLink: { access: 'open' } });
  const trial = await tryLink(service, bob.user, { itemId: folderId }, null);
  const { parts, end } = await open({ ...bob, sharedLink: trial.kind === 'open' ? trial.pass : null }, null);
  const take = () => updateFolder(service, ann, { folderId, sharedLink: null });
  expect(await pathsOf(parts(), [], take)).toEqual(['Shared/one']);
  expect(await recorded()).toEqual(['Shared', 'one']);
  await end('succeeded');
  const counts = { totalFiles: 2, downloadedFiles: 1, skippedFiles: 1, skippedFolders: 1 };
  expect(await statusOf(bob)).toMatchObject({ state: 'succeeded', ...counts });
});

import { expect, it } from 'vitest';
import type { StreamType } from '../../../../../contract/resources/streams/event.ts';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { listEvents } from '../../../../../service/domain/streams/events/list-events.ts';
import { getFile } from '../../../../../service/domain/tree/files/get-file.ts';
import { uploadVersion } from '../../../../../service/domain/tree/files/upload-version.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { deleteVersion } from '../../../../../service/domain/tree/versions/delete-version.ts';
import { restoreVersion } from '../../../../../service/domain/tree/versions/restore-version.ts';
import { purgeExpiredVersions } from '../../../../../service/domain/upkeep/purge-expired.ts';
import { bytesOf, openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

const month = 31 * 24 * 3600 * 1000;

/** A file of Ann, in a folder where Eve is an editor and has replaced its content; Ann is also the administrator. */
async function newWorld() {
  const world = await openDomainWorld();
  const { service } = world;
  const [ann, eve] = [await world.join('ann'), await world.join('eve')];
  const folder = await createFolder(service, ann, { parentId: '0', name: 'shared' });
  const item = { kind: 'folder' as const, id: folder.id };
  await createCollaboration(service, ann, { item, invited: { login: 'eve' }, role: 'editor' });
  const file = await putFile(service, ann, folder.id, 'contract', 'the only true text');
  await uploadVersion(service, eve, { fileId: file.id, content: bytesOf('garbage') });
  return { ...world, ann, eve, past: { fileId: file.id, versionId: file.file_version.id } };
}

/** The events that a stream of the caller gets from now on. */
async function eventsFromNow(service: Service, caller: Caller, streamType: StreamType) {
  const read = async (streamPosition: string) =>
    listEvents(service, caller, { streamType, streamPosition, limit: 100 });
  const start = String((await read('now')).next_stream_position);
  return async () => (await read(start)).entries;
}

it('the owner and the administrators learn of a version that an editor deletes and restores', async () => {
  await using world = await newWorld();
  const { service, ann, eve, past } = world;
  const [owners, log] = [await eventsFromNow(service, ann, 'all'), await eventsFromNow(service, ann, 'admin_logs')];
  await deleteVersion(service, eve, past);
  await restoreVersion(service, eve, past);
  const about = { event_type: 'ITEM_MODIFY', created_by: { login: 'eve' } };
  expect(await owners()).toMatchObject([
    { ...about, source: { id: past.fileId, sequence_id: '2' } },
    { ...about, source: { id: past.fileId, sequence_id: '3' } },
  ]);
  const details = { created_by: { login: 'eve' }, additional_details: { version_id: past.versionId } };
  expect(await log()).toMatchObject([
    { ...details, event_type: 'DELETE', source: { item_id: past.fileId } },
    { ...details, event_type: 'UNDELETE', source: { item_id: past.fileId } },
  ]);
});

it('a deleted or restored version leaves the etag and the last editor of its file', async () => {
  await using world = await newWorld();
  const { service, ann, past } = world;
  const { fileId } = past;
  const read = async () => {
    const file = await getFile(service, ann, { fileId });
    if (file === 'not_modified') throw new Error('no etag was sent');
    return { etag: file.etag ?? undefined, modified_at: file.modified_at, modified_by: file.modified_by };
  };
  const before = await read();
  expect(before.modified_by).toMatchObject({ login: 'eve' });
  world.passTime(1000);
  await deleteVersion(service, ann, { ...past, ifMatch: before.etag });
  expect(await read()).toEqual(before);
  await restoreVersion(service, ann, past);
  expect(await read()).toEqual(before);
});

it('the administrators’ log has the permanent deletion of a version, in the name of who trashed it', async () => {
  await using world = await newWorld();
  const { service, ann, eve, past } = world;
  await deleteVersion(service, eve, past);
  const log = await eventsFromNow(service, ann, 'admin_logs');
  world.passTime(month);
  expect(await purgeExpiredVersions(service)).toBe(1);
  const details = { version_id: past.versionId, is_permanent: true, is_automatic: true };
  expect(await log()).toMatchObject([
    {
      event_type: 'DELETE',
      created_by: { login: 'eve' },
      source: { item_id: past.fileId },
      additional_details: details,
    },
  ]);
});

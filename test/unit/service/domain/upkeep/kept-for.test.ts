import { expect, test } from 'vitest';
import { createToken } from '../../../../../service/domain/people/tokens/create-token.ts';
import { digestOf } from '../../../../../service/domain/people/tokens/digest.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { dropOldRecentItems } from '../../../../../service/domain/streams/recent-items/list-recent-items.ts';
import { createWebhook } from '../../../../../service/domain/streams/webhooks/create-webhook.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { uploadVersion } from '../../../../../service/domain/tree/files/upload-version.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { purgeFile } from '../../../../../service/domain/tree/trash/purge-item.ts';
import { deleteVersion } from '../../../../../service/domain/tree/versions/delete-version.ts';
import { collectReleasedBlobs } from '../../../../../service/domain/upkeep/collect-blobs.ts';
import {
  dropExpiredRecords,
  dropOldAnswers,
  purgeExpiredTrash,
  purgeExpiredVersions,
} from '../../../../../service/domain/upkeep/purge-expired.ts';
import { bytesOf, openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

const second = 1000;
const hour = 3600 * second;
const day = 24 * hour;

/** Something that a job removes once it has been kept for `forMs`. */
interface Kept {
  readonly forMs: number;
  readonly job: (service: Service) => Promise<number>;
  readonly isThere: () => Promise<boolean>;
}

const things: Readonly<Record<string, (service: Service, ann: Caller) => Promise<Kept>>> = {
  'the content of a purged file, for downloads under way': async (service, ann) => {
    const { id: fileId } = await putFile(service, ann, '0', 'f');
    await deleteFile(service, ann, { fileId });
    await purgeFile(service, ann, fileId);
    const isThere = async () => !(await service.blobs.list()[Symbol.asyncIterator]().next()).done;
    return { forMs: 60 * second, job: collectReleasedBlobs, isThere };
  },
  'an item in the trash': async (service, ann) => {
    const { id } = await putFile(service, ann, '0', 'f');
    await deleteFile(service, ann, { fileId: id });
    const isThere = async () => (await service.store.read(({ items }) => items.get(id))) !== null;
    return { forMs: 30 * day + 1, job: purgeExpiredTrash, isThere };
  },
  'a version in the trash': async (service, ann) => {
    const { id: fileId, file_version } = await putFile(service, ann, '0', 'f');
    await uploadVersion(service, ann, { fileId, content: bytesOf('newer') });
    await deleteVersion(service, ann, { fileId, versionId: file_version.id });
    const isThere = async () => (await service.store.read(({ versions }) => versions.get(file_version.id))) !== null;
    return { forMs: 30 * day + 1, job: purgeExpiredVersions, isThere };
  },
  'a webhook delivery': async (service, ann) => {
    const { id } = await createFolder(service, ann, { parentId: '0', name: 'watched' });
    const target = { kind: 'folder' as const, id };
    const address = 'https://example.org/hook';
    const webhook = await createWebhook(service, ann, { target, address, triggers: ['FOLDER.CREATED'] });
    await createFolder(service, ann, { parentId: id, name: 'news' });
    const page = { after: null, limit: 9 };
    const deliveries = () => service.store.read(({ webhooks }) => webhooks.listDeliveries(webhook.id, page));
    return { forMs: 14 * day + 1, job: dropExpiredRecords, isThere: async () => (await deliveries()).length > 0 };
  },
  'an access token': async (service) => {
    const digest = digestOf(await createToken(service, { login: 'ann', lifeMs: hour }));
    const isThere = async () => (await service.store.read(({ tokens }) => tokens.get(digest))) !== null;
    return { forMs: hour + 1, job: dropExpiredRecords, isThere };
  },
  'a series of reads, which later ranges continue': async (service) => {
    const begin = (since: number | null) =>
      service.store.transaction(({ useSeries }) => useSeries.begin('reader', { now: service.clock.now(), since }));
    await begin(null);
    return { forMs: hour + 1, job: dropExpiredRecords, isThere: async () => !(await begin(0)) };
  },
  'the answer to a request with an idempotency key': async (service, ann) => {
    const answer = {
      userId: ann.user.id,
      key: 'a-key-of-a-test',
      operation: 'createFolder',
      fingerprint: 'f',
      contentSha1: null,
      authority: '',
      status: 201,
      headers: {},
      body: null,
      createdAt: service.clock.now(),
    };
    await service.store.transaction(({ idempotencyKeys }) => idempotencyKeys.insert(answer));
    const isThere = async () =>
      (await service.store.read(({ idempotencyKeys }) => idempotencyKeys.get(ann.user.id, answer.key))) !== null;
    return { forMs: 7 * day, job: dropOldAnswers, isThere };
  },
  'a recent item': async (service, ann) => {
    await putFile(service, ann, '0', 'f');
    const query = { userId: ann.user.id, since: 0, after: null, limit: 9 };
    const isThere = async () => (await service.store.read(({ recents }) => recents.list(query))).length > 0;
    return { forMs: 90 * day + 1, job: dropOldRecentItems, isThere };
  },
};

test.each(Object.keys(things))('%s is kept for its time, and no longer', async (name) => {
  await using world = await openDomainWorld();
  world.holdTime();
  const { service } = world;
  const kept = await things[name]?.(service, await world.join('ann'));
  if (!kept) throw new Error(name);
  world.passTime(kept.forMs - 1);
  await kept.job(service);
  expect(await kept.isThere()).toBe(true);
  world.passTime(1);
  await kept.job(service);
  expect(await kept.isThere()).toBe(false);
});

test('what was created by a clock that was years ahead is kept in the trash for its time, and no longer', async () => {
  await using world = await openDomainWorld();
  world.holdTime();
  const { service } = world;
  const ann = await world.join('ann');
  world.passTime(10 * 365 * day);
  const { id: fileId } = await putFile(service, ann, '0', 'in the trash');
  const versioned = await putFile(service, ann, '0', 'with a version in the trash');
  await uploadVersion(service, ann, { fileId: versioned.id, content: bytesOf('newer') });
  world.passTime(-10 * 365 * day);
  await deleteFile(service, ann, { fileId });
  await deleteVersion(service, ann, { fileId: versioned.id, versionId: versioned.file_version.id });
  world.passTime(30 * day + 1);
  expect([await purgeExpiredTrash(service), await purgeExpiredVersions(service)]).toEqual([1, 1]);
});

test('what is trashed by a clock that is years behind is kept from the moment at which the clock was last right', async () => {
  let elapsed = 0;
  await using world = await openDomainWorld({}, () => elapsed);
  world.holdTime();
  const { service } = world;
  const run = async (ms: number) => {
    elapsed += ms;
    world.passTime(ms);
    await service.trust.look();
  };
  await run(0);
  await run(day);
  const ann = await world.join('ann');
  const { id: fileId } = await putFile(service, ann, '0', 'in the trash');
  const versioned = await putFile(service, ann, '0', 'with a version in the trash');
  await uploadVersion(service, ann, { fileId: versioned.id, content: bytesOf('newer') });
  world.passTime(-20 * 365 * day);
  await deleteFile(service, ann, { fileId });
  await deleteVersion(service, ann, { fileId: versioned.id, versionId: versioned.file_version.id });
  world.passTime(20 * 365 * day);
  const purge = async () => [await purgeExpiredTrash(service), await purgeExpiredVersions(service)];
  expect(await purge()).toEqual([0, 0]);
  await run(30 * day);
  expect(await purge()).toEqual([0, 0]);
  await run(1);
  expect(await purge()).toEqual([1, 1]);
});

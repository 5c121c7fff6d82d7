import { expect, test } from 'vitest';
import { createCollaboration } from '../../../../../service/domain/collaborations/create-collaboration.ts';
import { expireCollaborations } from '../../../../../service/domain/collaborations/expire-collaborations.ts';
import type { Caller, Service } from '../../../../../service/domain/service.ts';
import { createFileRequest } from '../../../../../service/domain/surfaces/file-requests/create-file-request.ts';
import { expireFileRequests } from '../../../../../service/domain/surfaces/file-requests/expire-file-requests.ts';
import { deleteFile } from '../../../../../service/domain/tree/files/delete-file.ts';
import { updateFile } from '../../../../../service/domain/tree/files/update-file.ts';
import { createFolder } from '../../../../../service/domain/tree/folders/create-folder.ts';
import { dropExpiredLocks } from '../../../../../service/domain/tree/locks/drop-expired-locks.ts';
import { expireSharedLinks } from '../../../../../service/domain/tree/shared-links/expire-shared-links.ts';
import { createSession } from '../../../../../service/domain/tree/upload-sessions/create-session.ts';
import { dropExpiredSessions, purgeExpiredTrash } from '../../../../../service/domain/upkeep/purge-expired.ts';
import { MetadataUnavailable, StatementTimedOut } from '../../../../../service/ports/metadata-store.ts';
import { openDomainWorld, putFile } from '../../../../support/service/domain-world.ts';

const hour = 3_600_000;
const later = (service: Service) => service.clock.now() + hour;

/** Each job, and how something gets due for it. */
const jobs: readonly (readonly [
  name: string,
  run: (service: Service) => Promise<number>,
  arrange: (service: Service, ann: Caller, name: string) => Promise<unknown>,
])[] = [
  [
    'purge expired trash',
    purgeExpiredTrash,
    async (service, ann, name) => {
      const { id: fileId } = await putFile(service, ann, '0', name);
      await deleteFile(service, ann, { fileId });
    },
  ],
  [
    'drop expired locks',
    dropExpiredLocks,
    async (service, ann, name) => {
      const { id: fileId } = await putFile(service, ann, '0', name);
      const lock = { expiresAt: later(service), isDownloadPrevented: false };
      await updateFile(service, ann, { fileId, lock });
    },
  ],
  [
    'end expired shared links',
    expireSharedLinks,
    async (service, ann, name) => {
      const { id: fileId } = await putFile(service, ann, '0', name);
      await updateFile(service, ann, { fileId, sharedLink: { access: 'open', unsharedAt: later(service) } });
    },
  ],
  [
    'end expired collaborations',
    expireCollaborations,
    async (service, ann, name) => {
      const { id } = await createFolder(service, ann, { parentId: '0', name });
      const invited = { login: 'bob' };
      const item = { kind: 'folder' as const, id };
      await createCollaboration(service, ann, { item, invited, role: 'viewer', expiresAt: later(service) });
    },
  ],
  [
    'end expired file requests',
    expireFileRequests,
    async (service, ann, name) => {
      const { id: folderId } = await createFolder(service, ann, { parentId: '0', name });
      await createFileRequest(service, ann, { folderId, expiresAt: later(service) });
    },
  ],
  [
    'drop expired upload sessions',
    dropExpiredSessions,
    (service, ann, fileName) => createSession(service, ann, { folderId: '0', fileName, fileSizeBytes: 4 }),
  ],
];

/** A service whose first transaction fails. */
function failingOnce(service: Service, error: Error): Service {
  let hasFailed = false;
  const transaction: Service['store']['transaction'] = async (work, scope) => {
    if (hasFailed) return service.store.transaction(work, scope);
    hasFailed = true;
    throw error;
  };
  return { ...service, store: { ...service.store, transaction } };
}

const failures = [new Error('damaged'), new StatementTimedOut('Too slow, or damaged.', null)];

test.each(jobs.flatMap((job) => failures.map((error) => [...job, error] as const)))(
  '"%s" does the others when one fails or takes too long, says so, and does that one at the next run',
  async (...job) => {
    const [, run, arrange, error] = job;
    await using world = await openDomainWorld({ uploadSessions: { leastBytes: 4, partBytes: 4 } });
    const { service } = world;
    const ann = await world.join('ann');
    await world.join('bob');
    for (const name of ['one', 'two', 'three']) await arrange(service, ann, name);
    world.passTime(40 * 24 * hour);

    await expect(run(failingOnce(service, error))).rejects.toMatchObject({
      code: 'partly_failed',
      message: expect.stringMatching(/^Failed: 1\..*damaged/),
    });
    expect(await run(service)).toBe(1);
    expect(await run(service)).toBe(0);
  },
);

test.each(jobs)('"%s" ends at once when the database is unreachable', async (...job) => {
  const [, run, arrange] = job;
  await using world = await openDomainWorld({ uploadSessions: { leastBytes: 4, partBytes: 4 } });
  const { service } = world;
  const ann = await world.join('ann');
  await world.join('bob');
  for (const name of ['one', 'two']) await arrange(service, ann, name);
  world.passTime(40 * 24 * hour);

  const outage = new MetadataUnavailable('The database is away.', null);
  await expect(run(failingOnce(service, outage))).rejects.toBe(outage);
  expect(await run(service)).toBe(2);
});

import { randomUUID } from 'node:crypto';
import { scopes } from '../../../../contract/scopes.ts';
import { createCollaboration } from '../../../../service/domain/collaborations/create-collaboration.ts';
import { createLegalHoldAssignment } from '../../../../service/domain/governance/legal-holds/assignments/create-assignment.ts';
import { createLegalHoldPolicy } from '../../../../service/domain/governance/legal-holds/policies/create-policy.ts';
import { releaseLegalHoldPolicy } from '../../../../service/domain/governance/legal-holds/policies/release-policy.ts';
import { createRetentionAssignment } from '../../../../service/domain/governance/retention/assignments/create-assignment.ts';
import { createRetentionPolicy } from '../../../../service/domain/governance/retention/policies/create-policy.ts';
import { createUser } from '../../../../service/domain/people/users/create-user.ts';
import { type Caller, callerFor, type Service } from '../../../../service/domain/service.ts';
import { createFileRequest } from '../../../../service/domain/surfaces/file-requests/create-file-request.ts';
import { deleteFile } from '../../../../service/domain/tree/files/delete-file.ts';
import { updateFile } from '../../../../service/domain/tree/files/update-file.ts';
import { copyFolder } from '../../../../service/domain/tree/folders/copy-folder.ts';
import { createFolder } from '../../../../service/domain/tree/folders/create-folder.ts';
import { deleteFolder } from '../../../../service/domain/tree/folders/delete-folder.ts';
import { createSession } from '../../../../service/domain/tree/upload-sessions/create-session.ts';
import { putFile } from '../../../support/service/domain-world.ts';

/** Things of each kind that are worked off one by one. */
export const ofEachKind = 150;
/** Files below each of the large folders, and records of each kind: several times what any job takes in one step. */
export const inLargeFolder = 3_000;

const day = 24 * 3600 * 1000;

/** Leaves something for every job to do, once `wait` milliseconds have passed. */
export async function leaveBacklog(service: Service): Promise<{ readonly waitMs: number }> {
  const join = async (name: string) => {
    return callerFor(await createUser(service, { login: `${name}-${randomUUID()}@example.com`, name }), scopes);
  };
  const [ann, bob] = [await join('Ann'), await join('Bob')];
  const { id: hundred } = await createFolder(service, ann, { parentId: '0', name: 'hundred' });
  for (let index = 0; index < 100; index += 1) await putFile(service, ann, hundred, `file ${index}`, `${index}`);
  const large = async (name: string) => {
    const { id } = await createFolder(service, ann, { parentId: '0', name });
    for (let index = 0; index < inLargeFolder / 100; index += 1) {
      await copyFolder(service, ann, { folderId: hundred, parentId: id, name: `copy ${index}` });
    }
    return id;
  };
  await leaveDatedThings(service, ann, bob);
  await leaveKept(service, ann, { retained: await large('retained'), held: await large('held') });
  await deleteFolder(service, ann, { folderId: await large('trash'), recursive: true });
  await leaveRecords(service, ann);
  return { waitMs: 400 * day };
}

/** Locks, links, collaborations, requests and upload sessions that end by themselves, and files in the trash. */
async function leaveDatedThings(service: Service, ann: Caller, bob: Caller): Promise<void> {
  const soon = service.clock.now() + 30 * day;
  const { id: parentId } = await createFolder(service, ann, { parentId: '0', name: 'dated' });
  const { id: ofBob } = await createFolder(service, bob, { parentId: '0', name: 'of Bob' });
  const bobsFolder = { kind: 'folder', id: ofBob } as const;
  await createCollaboration(service, bob, { item: bobsFolder, invited: { id: ann.user.id }, role: 'co-owner' });
  for (let index = 0; index < ofEachKind; index += 1) {
    const { id: fileId } = await putFile(service, ann, parentId, `dated ${index}`);
    await updateFile(service, ann, { fileId, lock: { expiresAt: soon, isDownloadPrevented: false } });
    await updateFile(service, ann, { fileId, sharedLink: { access: 'open', unsharedAt: soon } });
    const invited = { id: bob.user.id };
    await createCollaboration(service, ann, {
      item: { kind: 'file', id: fileId },
      invited,
      role: 'viewer',
      expiresAt: soon,
    });
    await createFileRequest(service, ann, { folderId: parentId, expiresAt: soon });
    // Those on another person's items lapse with a right, which is looked up for each.
    const { id: bobs } = await putFile(service, bob, ofBob, `of Bob ${index}`);
    await updateFile(service, ann, { fileId: bobs, sharedLink: { access: 'open' } });
    await createFileRequest(service, ann, { folderId: ofBob });
    await deleteFile(service, bob, { fileId: (await putFile(service, bob, '0', `gone ${index}`)).id });
    const owner = index % 2 === 0 ? ann : bob;
    const fileSizeBytes = service.settings.uploadSessions.leastBytes;
    await createSession(service, owner, { folderId: '0', fileName: `session ${index}`, fileSizeBytes });
  }
}

/** A retention that ends, and a hold that is released. */
async function leaveKept(
  service: Service,
  ann: Caller,
  { retained, held }: { retained: string; held: string },
): Promise<void> {
  const disposing = { type: 'finite', length: 30, dispositionAction: 'remove_retention' } as const;
  const retention = await createRetentionPolicy(service, ann, { name: randomUUID(), ...disposing });
  await createRetentionAssignment(service, ann, {
    policyId: retention.id,
    targetType: 'folder',
    targetId: retained,
    startDateField: undefined,
    hasFilter: false,
  });
  const always = { description: '', isOngoing: true, filterStartedAt: undefined, filterEndedAt: undefined };
  const hold = await createLegalHoldPolicy(service, ann, { name: randomUUID(), ...always });
  await createLegalHoldAssignment(service, ann, { policyId: hold.id, target: { type: 'folder', id: held } });
  await releaseLegalHoldPolicy(service, ann, hold.id);
}

/** Answers to idempotency keys. Events and recent items are left by everything else. */
async function leaveRecords({ store, clock }: Service, { user }: Caller): Promise<void> {
  for (let index = 0; index < inLargeFolder; index += 1) {
    const answered = { operation: 'createFolder', fingerprint: '', contentSha1: null, authority: '', status: 201 };
    const request = {
      ...answered,
      userId: user.id,
      key: `key ${index}`,
      headers: {},
      body: null,
      createdAt: clock.now(),
    };
    await store.transaction(async ({ idempotencyKeys }) => idempotencyKeys.insert(request));
  }
}

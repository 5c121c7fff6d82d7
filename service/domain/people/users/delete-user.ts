import { say } from '../../../../contract/rules/say.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { requireAccountRights, requireOtherAdmin } from '../../access/enterprise/administration.ts';
import { requireNoFolderLock, requireUnlocked } from '../../access/locks.ts';
import { type Change, change } from '../../change/change.ts';
import { endSessionsOf } from '../../change/end-sessions.ts';
import { removeCollaborations } from '../../collaborations/delete-collaboration.ts';
import { leaveHubs } from '../../collaborations/hub-members.ts';
import { Refusal } from '../../refusal.ts';
import { type Caller, callerFor, type Service } from '../../service.ts';
import { moveToTrash } from '../../tree/items/delete-item.ts';
import { removeForGood } from '../../tree/trash/purge-item.ts';
import { emitMembership } from '../group-memberships/membership-events.ts';
import { endSignIns } from '../sign-in/end-sign-ins.ts';
import { requireVisibleUser } from './get-user.ts';
import { requireAllRemovable } from './require-removable.ts';

/** Input of `deleteUser`. */
export interface DeleteUser {
  readonly userId: string;
  /** Permanently delete everything the user owns. */
  readonly force: boolean;
}

/** Rows per read. */
const batch = 100;

/**
 * Deletes an account with its memberships, collaborations and open upload sessions; records still show the user's name.
 * @throws Refusal `conflict` while the user owns content, unless `force`; `access_denied_item_locked`, `forbidden_by_policy` if some
 * of it is locked, held or retained: then nothing is deleted, unless that began during the deletion. `forbidden` for the last
 * administrator.
 */
export async function deleteUser(service: Service, caller: Caller, { userId, force }: DeleteUser): Promise<void> {
  const user = await service.store.read(async (reads) => requireDeletable(reads, caller, userId));
  if (force) await removeAllOf(service, caller, user);
  await change(service, caller, async (change) => {
    await requireDeletable(change.tx, caller, userId);
    await requireNoContent(change.tx, user);
    await endAccess(change, userId);
    await change.report({ adminType: 'DELETE_USER', trigger: null, source: { kind: 'user', user } });
    await change.tx.users.remove(userId, change.now);
  });
}

async function requireDeletable(reads: MetadataReads, caller: Caller, userId: string): Promise<UserRecord> {
  const user = await requireVisibleUser(reads, caller, userId);
  await requireAccountRights(reads, caller, user, 'all');
  await requireOtherAdmin(reads, user);
  return user;
}

async function requireNoContent({ items }: MetadataReads, user: UserRecord): Promise<void> {
  const count = (await items.countChildren(contentOf(user))) + (await items.countTrash(user.id));
  if (count === 0) return;
  const message =
    count === 1
      ? say`"${user.login}" owns 1 item, including the trash. Transfer it to someone else, or delete it with the account (force=true).`
      : say`"${user.login}" owns ${count} items, including the trash. Transfer them to someone else, or delete them with the account (force=true).`;
  throw new Refusal('conflict', message);
}

/** One transaction per item, so that other changes need not wait for all of them. */
async function removeAllOf(service: Service, caller: Caller, user: UserRecord): Promise<void> {
  // The account's own locks go with it.
  const owner = callerFor({ ...user, status: 'active' }, []);
  await requireAllRemovable(service, owner);
  for (;;) {
    const page = { sort: 'id' as const, direction: 'ASC' as const, offset: 0, limit: batch };
    const items = await service.store.read(({ items }) => items.listChildren(contentOf(user), page));
    for (const item of items) await change(service, caller, async (change) => removeLive(change, owner, item));
    const trashed = await service.store.read(({ items }) => items.listTrash(user.id, page));
    for (const item of trashed) await change(service, caller, async (change) => removeTrashed(change, item));
    if (items.length === 0 && trashed.length === 0) return;
  }
}

/** Since it was listed, it may have moved: to another owner, into a folder that is deleted with it, or to the trash. */
async function removeLive(change: Change, owner: Caller, { id: itemId, parentId }: ItemRecord): Promise<void> {
  const item = await change.tx.items.get(itemId);
  if (item?.parentId !== parentId || item.trashedAt !== null) return;
  requireUnlocked(item, { caller: owner, now: change.now });
  await requireNoFolderLock(change.tx, item);
  await moveToTrash(change, { item, ancestors: await change.tx.items.ancestors(item) });
  const trashed = await change.tx.items.get(itemId);
  if (trashed) await removeForGood(change, trashed);
}

/** Since it was listed, someone else may have got it, or it may have left the trash. */
async function removeTrashed(change: Change, { id, ownerId }: ItemRecord): Promise<void> {
  const item = await change.tx.items.get(id);
  if (item?.ownerId === ownerId && item.trashedAt !== null) await removeForGood(change, item);
}

function contentOf(user: UserRecord) {
  return { folderId: user.rootId, alsoItems: [] };
}

async function endAccess(change: Change, userId: string): Promise<void> {
  const { tx } = change;
  await tx.webhooks.deleteOfUser(userId);
  await removeCollaborations(change, await tx.collaborations.listOfUser(userId), 'COLLABORATION_REMOVE');
  for (;;) {
    const memberships = await tx.groups.listOfUser(userId, { offset: 0, limit: batch });
    for (const { id, groupId } of memberships) {
      const group = await tx.groups.get(groupId);
      if (group) await emitMembership(change, 'GROUP_REMOVE_USER', group, userId);
      await tx.groups.deleteMembership(id);
    }
    if (memberships.length < batch) break;
  }
  await leaveHubs(change, 'user', userId);
  for (const { id } of await tx.users.aliases(userId)) await tx.users.deleteAlias(id);
  await endSessionsOf(tx, userId);
  await tx.idempotencyKeys.deleteOfUser(userId);
  await endSignIns(tx, userId);
  await tx.signIn.deletePassword(userId);
}

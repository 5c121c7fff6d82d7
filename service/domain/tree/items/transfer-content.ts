import type { FullFolder } from '../../../../contract/resources/items/folder.ts';
import { nameKey } from '../../../../contract/rules/names.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { FolderRecord } from '../../../ports/metadata/items/items.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { requireAdministrator } from '../../access/enterprise/administration.ts';
import { requireSpace } from '../../access/room.ts';
import { type Change, changeIn, emitItemEvent } from '../../change/change.ts';
import { endSessionsWithoutAccess } from '../../change/end-sessions.ts';
import { emitLoss } from '../../change/events/appearance.ts';
import { audienceOf } from '../../change/events/audience.ts';
import { ownedBy } from '../../change/scope.ts';
import { Refusal } from '../../refusal.ts';
import { answerFolder } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { acceptableName, freeNameIn } from './submitted-name.ts';

/** The old and the new owner. */
export interface TransferContent {
  readonly userId: string;
  readonly newOwnerId: string;
}

/** Items of the old root per read, each of which gets its own event. */
const batch = 500;

/**
 * Moves everything a user owns, trash included, into a new folder of another user. The old owner keeps no access; collaborators
 * keep theirs under the new owner.
 * @throws Refusal `access_denied_insufficient_permissions` unless the caller administers the enterprise, and for the content of an
 * administrator unless the caller is one; `bad_request` for a transfer to oneself; `operation_limit_exceeded`, since all of it passes in one
 * transaction.
 */
export async function transferContent(service: Service, caller: Caller, request: TransferContent): Promise<FullFolder> {
  requireAdministrator(caller);
  return changeIn(service, caller, ownedBy(request.userId, request.newOwnerId), async (change) => {
    const { tx } = change;
    const from = await requirePerson(tx, request.userId);
    requireTransferable(caller, from);
    const to = await requirePerson(tx, request.newOwnerId);
    if (from.id === to.id) throw new Refusal('bad_request', say`This person already owns the content.`);
    await requireFew(change, from);
    await requireSpace(tx, to.id, from.spaceUsedBytes);
    const [oldRoot, newRoot] = [await rootOf(tx, from), await rootOf(tx, to)];
    const folder = await newFolder(change, from, oldRoot, newRoot);
    await tx.items.insert(folder, nameKey(folder.name));
    await notifyLoss(change, from, oldRoot);
    await tx.trees.passOnAll({ rootId: oldRoot.id, ownerId: from.id }, { folderId: folder.id, ownerId: to.id });
    await endSessionsWithoutAccess(tx, to.id);
    await tx.items.addSize([newRoot.id], oldRoot.sizeBytes);
    await tx.items.addSize([oldRoot.id], -oldRoot.sizeBytes);
    await tx.users.addSpaceUsed(to.id, from.spaceUsedBytes);
    await tx.users.addSpaceUsed(from.id, -from.spaceUsedBytes);
    await emitItemEvent(change, 'ITEM_MOVE', folder, [newRoot]);
    // Trashed items whose former folder no longer exists are below no folder; they also belong to the new owner.
    await change.service.reactions.onArrival(change, {
      item: folder,
      ancestors: [newRoot],
      scope: { kind: 'owner', id: to.id },
      before: null,
    });
    const view = { item: folder, ancestors: [newRoot], access: { role: 'owner' as const, sharedItemId: null } };
    return answerFolder(service, tx, { ...caller, user: to }, view);
  });
}

/** Co-administrators cannot do to an administrator what only administrators can do. */
function requireTransferable(caller: Caller, from: UserRecord): void {
  if (from.role !== 'admin' || caller.user.role === 'admin') return;
  const message = say`Only an administrator can transfer the content of an administrator.`;
  throw new Refusal('access_denied_insufficient_permissions', message);
}

async function requireFew({ tx, service }: Change, { id, login, rootId }: UserRecord): Promise<void> {
  const most = service.settings.treeItems;
  if ((await tx.trees.countOwned(id, most + 1)) <= most) return;
  // With the root. The rest is in the trash, or below it.
  const live = await tx.trees.measure(rootId, most + 2);
  const message =
    live.items > most + 1
      ? say`"${login}" owns more than ${most} items, the limit of one transfer. Move some folders to the new owner first.`
      : say`"${login}" owns more than ${most} items, the limit of one transfer. The trash counts too. Empty it first. Items under a legal hold or retention stay in it until that ends.`;
  throw new Refusal('operation_limit_exceeded', message);
}

async function requirePerson(reads: MetadataReads, id: string): Promise<UserRecord> {
  const user = await reads.users.get(id);
  if (user) return user;
  throw new Refusal('not_found', say`User ${id} does not exist.`);
}

async function rootOf(reads: MetadataReads, user: UserRecord): Promise<FolderRecord> {
  const root = await reads.items.get(user.rootId);
  if (root?.kind !== 'folder') throw new Error(`User ${user.id} has no root.`);
  return root;
}

async function newFolder(
  { service, tx, now, caller }: Change,
  from: UserRecord,
  oldRoot: FolderRecord,
  newRoot: FolderRecord,
): Promise<FolderRecord> {
  const name = acceptableName(`${from.name}'s Files and Folders`, 'Files and Folders');
  const claim = { folder: newRoot, name, kind: 'folder' as const };
  return {
    ...oldRoot,
    id: await tx.allocateId(),
    ownerId: newRoot.ownerId,
    parentId: newRoot.id,
    name: await freeNameIn(tx, claim, () => service.ids.hex(4)),
    etag: 0,
    sequenceId: 0,
    createdAt: now,
    modifiedAt: now,
    contentCreatedAt: now,
    contentModifiedAt: now,
    createdBy: caller.user.id,
    modifiedBy: caller.user.id,
  };
}

/** Everything in the old root leaves the old owner's tree, with everything below it. */
async function notifyLoss(change: Change, from: UserRecord, oldRoot: FolderRecord): Promise<void> {
  const { tx } = change;
  const query = { folderId: oldRoot.id, alsoItems: [] };
  const audienceAfter = new Map();
  for (let offset = 0; ; offset += batch) {
    const items = await tx.items.listChildren(query, { sort: 'id', direction: 'ASC', offset, limit: batch });
    for (const item of items) {
      const audience = await audienceOf(tx, item, [oldRoot]);
      const audienceBefore = new Map([...audience].filter(([userId]) => userId === from.id));
      const lost = { ...item, sequenceId: item.sequenceId + 1 };
      await tx.items.update(lost, nameKey(lost.name));
      const before = { item, ancestors: [oldRoot] };
      // Its uploads are looked at once, for all items together.
      await emitLoss(change, { item: lost, before, audienceBefore, audienceAfter, sessions: [] });
    }
    if (items.length < batch) return;
  }
}

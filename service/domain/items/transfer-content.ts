import { nameKey } from '../../../contract/names.ts';
import type { FullFolder } from '../../../contract/resources/folder.ts';
import type { FolderRecord } from '../../ports/metadata/items.ts';
import type { UserRecord } from '../../ports/metadata/users.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { requireSpace } from '../access/room.ts';
import { audienceOf } from '../change/audience.ts';
import { type Change, change, emitItemEvent, emitLoss } from '../change/change.ts';
import { requireAdministrator } from '../enterprise/administration.ts';
import { acceptableName, freeNameIn } from '../file-requests/submitted-name.ts';
import { Refusal } from '../refusal.ts';
import { answerFolder } from '../representation/present.ts';
import type { Caller, Service } from '../service.ts';

/** Whose content goes to whom. */
export interface TransferContent {
  readonly userId: string;
  readonly newOwnerId: string;
}

/** Items of the old root whose loss is told of one by one, in one page of reading. */
const batch = 500;

/**
 * Puts all that a person owns, the trash included, into a new folder of another person (service-decisions.md B 4.1). The old owner keeps
 * nothing of it; whoever collaborates on any of it keeps doing so, under the new owner.
 * @throws Refusal `access_denied_insufficient_permissions` unless the caller administers the enterprise, and for the content of an
 * administrator unless the caller is one; `bad_request` for a transfer to oneself.
 */
export async function transferContent(service: Service, caller: Caller, request: TransferContent): Promise<FullFolder> {
  requireAdministrator(caller);
  if (request.userId === request.newOwnerId) throw new Refusal('bad_request', "The content is this person's already.");
  return change(service, caller, async (change) => {
    const { tx } = change;
    const from = await requirePerson(tx, request.userId);
    requireTransferable(caller, from);
    const to = await requirePerson(tx, request.newOwnerId);
    await requireSpace(tx, to.id, from.spaceUsedBytes);
    const [oldRoot, newRoot] = [await rootOf(tx, from), await rootOf(tx, to)];
    const folder = await newFolder(change, from, oldRoot, newRoot);
    await tx.items.insert(folder, nameKey(folder.name));
    await tellLoss(change, from, oldRoot);
    await tx.trees.passOnAll({ rootId: oldRoot.id, ownerId: from.id }, { folderId: folder.id, ownerId: to.id });
    await dropOwnShares(change, to.id);
    await tx.items.addSize([newRoot.id], oldRoot.sizeBytes);
    await tx.items.addSize([oldRoot.id], -oldRoot.sizeBytes);
    await tx.users.addSpaceUsed(to.id, from.spaceUsedBytes);
    await tx.users.addSpaceUsed(from.id, -from.spaceUsedBytes);
    await emitItemEvent(change, 'ITEM_MOVE', folder, [newRoot]);
    // What lay in the trash of a folder that is gone is below none, and belongs to the new owner like the rest.
    await change.service.reactions.onArrival(change, {
      item: folder,
      ancestors: [newRoot],
      scope: { kind: 'owner', id: to.id },
    });
    const view = { item: folder, ancestors: [newRoot], access: { role: 'owner' as const, sharedItemId: null } };
    return answerFolder(service, tx, { ...caller, user: to }, view);
  });
}

/** What co-administrators cannot do as an administrator, they cannot do to one either. */
function requireTransferable(caller: Caller, from: UserRecord): void {
  if (from.role !== 'admin' || caller.user.role === 'admin') return;
  const message = 'Only an administrator can pass on the content of an administrator.';
  throw new Refusal('access_denied_insufficient_permissions', message);
}

async function requirePerson(reads: MetadataReads, id: string): Promise<UserRecord> {
  const user = await reads.users.get(id);
  if (user) return user;
  throw new Refusal('not_found', `There is no user ${id}.`);
}

async function rootOf(reads: MetadataReads, user: UserRecord): Promise<FolderRecord> {
  const root = await reads.items.get(user.rootId);
  if (root?.kind !== 'folder') throw new Error(`The person ${user.id} has no root.`);
  return root;
}

async function newFolder(
  { service, tx, now, caller }: Change,
  from: UserRecord,
  oldRoot: FolderRecord,
  newRoot: FolderRecord,
): Promise<FolderRecord> {
  const wanted = acceptableName(`${from.name}'s Files and Folders`);
  return {
    ...oldRoot,
    id: await tx.allocateId(),
    ownerId: newRoot.ownerId,
    parentId: newRoot.id,
    name: await freeNameIn(tx, newRoot.id, wanted, () => service.ids.hex(4)),
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

/** What was shared with the new owner is the new owner's own now: a share with oneself is none. */
async function dropOwnShares({ tx }: Change, ownerId: string): Promise<void> {
  for (const { id, userId, itemId } of await tx.collaborations.listAccepted(ownerId)) {
    if (userId === ownerId && (await tx.items.get(itemId))?.ownerId === ownerId) await tx.collaborations.delete(id);
  }
}

/** The old owner's tree loses all that was in its root; what lies below goes with it. */
async function tellLoss(change: Change, from: UserRecord, oldRoot: FolderRecord): Promise<void> {
  const { tx } = change;
  const query = { folderId: oldRoot.id, alsoItemIds: [] };
  const before = { parentId: oldRoot.id, ancestors: [oldRoot] };
  const audienceAfter = new Map();
  for (let offset = 0; ; offset += batch) {
    const items = await tx.items.listChildren(query, { sort: 'id', direction: 'ASC', offset, limit: batch });
    for (const item of items) {
      const audience = await audienceOf(tx, item, [oldRoot]);
      const audienceBefore = new Map([...audience].filter(([userId]) => userId === from.id));
      const lost = { ...item, sequenceId: item.sequenceId + 1 };
      await tx.items.update(lost, nameKey(lost.name));
      await emitLoss(change, { item: lost, before, audienceBefore, audienceAfter });
    }
    if (items.length < batch) return;
  }
}

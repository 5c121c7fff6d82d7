import { say } from '../../../../contract/rules/say.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { ItemView } from '../../access/item-access.ts';
import { requireRoom } from '../../access/room.ts';
import type { Change } from '../../change/change.ts';
import { together } from '../../kernel/work/together.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Checks that an item and everything below it may go to another owner. Returns the bytes of all its versions, which take the space of the
 * new owner.
 * @throws Refusal `access_denied_insufficient_permissions` for anyone but the owner; `operation_limit_exceeded`, since all of it passes in one
 * transaction; `storage_limit_exceeded`.
 */
export async function requirePassable(
  { tx, service }: Change,
  { item, access }: ItemView,
  ownerId: string,
): Promise<number> {
  if (access.role !== 'owner') {
    const message = say`Only the owner of an item can move it into a folder that belongs to someone else. Copy it instead.`;
    throw new Refusal('access_denied_insufficient_permissions', message);
  }
  await tx.requireTrees([item.ownerId, ownerId]);
  const most = service.settings.treeItems;
  const { items } = await tx.trees.measure(item.id, most + 1);
  if (items > most) {
    const message = say`"${item.name}" contains more than ${most} items, the limit of one move to another owner. Move its folders one by one.`;
    throw new Refusal('operation_limit_exceeded', message);
  }
  const [bytes, uploadBytes, room] = await together([
    tx.trees.versionBytes(item.id),
    tx.trees.uploadBytes(item.id),
    tx.users.roomOf(ownerId),
  ]);
  requireRoom(room, bytes + uploadBytes);
  return bytes;
}

/** Gives an item and everything below it, with all versions and their space, to another owner. */
export async function passOn({ tx }: Change, item: ItemRecord, ownerId: string, bytes: number): Promise<void> {
  await together([
    tx.trees.passOn(item.id, item.ownerId, ownerId),
    tx.users.addSpaceUsed(item.ownerId, -bytes),
    tx.users.addSpaceUsed(ownerId, bytes),
  ]);
}

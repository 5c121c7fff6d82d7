import { say } from '../../../../contract/rules/say.ts';
import type { FileLockRecord, FileRecord } from '../../../ports/metadata/items/items.ts';
import { hasRight, type ItemView } from '../../access/item-access.ts';
import { itemLocked, liveLock } from '../../access/locks.ts';
import type { Change } from '../../change/change.ts';
import { parameterRefusal } from '../../refusal.ts';
import type { FileLockInput } from './item-changes.ts';

/**
 * The new lock of a file. Its creator may renew or remove it; anyone who may configure the file (its owner, co-owners) may remove
 * it too.
 * @throws Refusal `access_denied_item_locked` for others; `invalid_parameter` for a lock that has already expired.
 */
export async function lockWanted(
  { tx, caller, now }: Change,
  view: ItemView<FileRecord>,
  wish: FileLockInput | null | undefined,
): Promise<FileLockRecord | null> {
  if (wish === undefined) return view.item.lock;
  const current = liveLock(view.item, now);
  const isOthers = current !== null && current.createdBy !== caller.user.id;
  if (wish === null) {
    if (isOthers && !hasRight(view.access, 'configure')) throw itemLocked(view.item);
    return null;
  }
  if (isOthers) throw itemLocked(view.item);
  if (wish.expiresAt !== null && wish.expiresAt <= now) {
    const message = say`A lock must expire in the future. Send a later "expires_at", or omit it.`;
    throw parameterRefusal('invalid_parameter', 'lock.expires_at', message);
  }
  const known = current ?? { id: await tx.allocateId(), createdBy: caller.user.id, createdAt: now };
  return { ...known, ...wish };
}

import { nameKey } from '../../../../contract/rules/names.ts';
import type { FileRecord } from '../../../ports/metadata/items/items.ts';
import { changed, changeIn, emitItemEvent } from '../../change/change.ts';
import { oneByOne } from '../../kernel/one-by-one.ts';
import { callerFor, type Service } from '../../service.ts';

/** Locked files per read. */
const batch = 200;

/** Removes expired locks and notifies everyone who sees the file. Expired locks have no effect even before. */
export async function dropExpiredLocks(service: Service): Promise<number> {
  const drops = oneByOne();
  for (let after = '0'; ; ) {
    const files = await service.store.read(async (reads) => reads.items.listLocked(after, batch));
    for (const file of files) {
      const expiresAt = file.lock?.expiresAt ?? null;
      if (expiresAt === null || expiresAt > service.clock.now()) continue;
      await drops.attempt(() => dropLock(service, file));
    }
    const last = files.at(-1);
    if (!last || files.length < batch) return drops.end();
    after = last.id;
  }
}

/** In the name of the user who set the lock, deleted or not, since its expiry was part of that request. */
async function dropLock(service: Service, { id, lock }: FileRecord): Promise<boolean> {
  const [user] = lock ? await service.store.read((reads) => reads.users.getMany([lock.createdBy])) : [];
  if (!user) return false;
  return changeIn(service, callerFor(user, []), { items: [id], owners: [] }, async (change) => {
    const { tx, now } = change;
    const before = await tx.items.get(id);
    // It may have been renewed or removed in the meantime.
    if (before?.kind !== 'file' || before.lock === null) return false;
    const { expiresAt } = before.lock;
    if (expiresAt === null || expiresAt > now) return false;
    const item = {
      ...changed(before, change),
      lock: null,
      modifiedAt: before.modifiedAt,
      modifiedBy: before.modifiedBy,
    };
    await tx.items.update(item, nameKey(item.name));
    await emitItemEvent(change, 'LOCK_DESTROY', item, await tx.items.ancestors(item));
    return true;
  });
}

import { nameKey } from '../../../../contract/rules/names.ts';
import type { LockCursor } from '../../../ports/metadata/items/items.ts';
import { changed, changeIn, emitItemEvent } from '../../change/change.ts';
import { oneByOne } from '../../kernel/work/one-by-one.ts';
import { callerFor, type Service } from '../../service.ts';

/** Expired locks per read. */
const batch = 200;

/** Removes expired locks and notifies everyone who sees the file. Expired locks have no effect even before. */
export async function dropExpiredLocks(service: Service): Promise<number> {
  const drops = oneByOne();
  const now = service.clock.now();
  for (let after: LockCursor | null = null; ; ) {
    const expired: readonly LockCursor[] = await service.store.read(({ items }) =>
      items.listLocksExpiredBy(now, batch, after),
    );
    for (const { id } of expired) await drops.attempt(() => dropLock(service, id));
    after = expired.at(-1) ?? null;
    if (expired.length < batch) return drops.end();
  }
}

/** In the name of the user who set the lock, deleted or not, since its expiry was part of that request. */
async function dropLock(service: Service, id: string): Promise<boolean> {
  const user = await service.store.read(async ({ items, users }) => {
    const file = await items.get(id);
    const [user] = file?.kind === 'file' && file.lock ? await users.getMany([file.lock.createdBy]) : [];
    return user;
  });
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

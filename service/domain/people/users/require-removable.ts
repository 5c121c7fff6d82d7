import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import { requireNoFolderLock, requireUnlocked } from '../../access/locks.ts';
import type { Keeper } from '../../kernel/keeping/kept-until.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { deletionBlockerBelow, type Moment } from '../../tree/trash/removable.ts';

/** Rows per read. */
const batch = 100;

/**
 * Ensures that everything a user owns may be permanently deleted, trash included, before the first item goes.
 * @throws Refusal `access_denied_item_locked`, `forbidden_by_policy`, naming the item that has to stay.
 */
export async function requireAllRemovable(service: Service, owner: Caller): Promise<void> {
  const { id, rootId } = owner.user;
  const now = service.clock.now();
  await service.store.read(async (tx) => {
    const root = await tx.items.get(rootId);
    if (root) await requireNoFolderLock(tx, root);
  });
  for (let offset = 0; ; offset += batch) {
    const page = { sort: 'id' as const, direction: 'ASC' as const, offset, limit: batch };
    const found = await service.store.read(async (tx) => {
      const live = await tx.items.listChildren({ folderId: rootId, alsoItems: [] }, page);
      for (const item of live) requireUnlocked(item, { caller: owner, now });
      const items = [...live, ...(await tx.items.listTrash(id, page))];
      for (const item of items) await requireNotKept({ tx, service }, item);
      return items.length;
    });
    if (found === 0) return;
  }
}

async function requireNotKept(moment: Moment, item: ItemRecord): Promise<void> {
  const keeper = await deletionBlockerBelow(moment, item);
  if (keeper !== null) throw new Refusal('forbidden_by_policy', reasons[keeper](item.name));
}

const reasons: Readonly<Record<Keeper, (name: string) => readonly Sentence[]>> = {
  legal_hold: (name) =>
    say`A legal hold keeps "${name}" or something in it. Transfer the content to someone else before you delete the account.`,
  retention: (name) =>
    say`A retention policy keeps "${name}" or something in it. Transfer the content to someone else before you delete the account.`,
};

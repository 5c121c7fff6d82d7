import { nameKey } from '../../../contract/rules/names.ts';
import { systemClock } from '../../../service/adapters/system-clock.ts';
import type { ItemRecord } from '../../../service/ports/metadata/items/items.ts';
import type { MetadataStore } from '../../../service/ports/metadata-store.ts';

/** Items are written in transactions of this many. */
const AT_ONCE = 2000;

/** Writes `count` items past the HTTP side, without an event; `item 000000` and on. `model` gives everything but id, name and time. */
export async function addManyItems(
  store: MetadataStore,
  model: ItemRecord,
  parentId: string,
  count: number,
): Promise<void> {
  const names = Array.from({ length: count }, (_, index) => `item ${String(index).padStart(6, '0')}`);
  for (let start = 0; start < count; start += AT_ONCE) {
    await addItems(store, model, names.slice(start, start + AT_ONCE), parentId);
  }
}

export async function addItems(
  store: MetadataStore,
  model: ItemRecord,
  names: readonly string[],
  parentId: string,
): Promise<readonly string[]> {
  const now = systemClock.now();
  return store.transaction(async (tx) => {
    const ids: string[] = [];
    for (const name of names) {
      const id = await tx.allocateId();
      await tx.items.insert({ ...model, id, parentId, name, createdAt: now, modifiedAt: now }, nameKey(name));
      ids.push(id);
    }
    return ids;
  });
}

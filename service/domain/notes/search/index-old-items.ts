import type { Service } from '../../service.ts';
import { itemWords } from './item-words.ts';

/** Indexing progress for items older than search: the id of the last one, or that all are done. */
const progress = 'search_indexed_to';
const allDone = 'all';

/** Maximum items indexed per transaction, so that other changes need not wait long. */
const batch = 200;

/** Indexes items that existed before the service supported search. Returns how many. */
export async function indexOldItems(service: Service): Promise<number> {
  let indexed = 0;
  for (;;) {
    const count = await indexSome(service);
    if (count === null) return indexed;
    indexed += count;
  }
}

async function indexSome(service: Service): Promise<number | null> {
  const done = await service.store.read((reads) => reads.setting(progress));
  if (done === allDone) return null;
  return service.store.transaction(async (tx) => {
    const items = await tx.items.listBehind((await tx.setting(progress)) ?? '0', batch);
    await tx.words.add(
      items
        .filter(({ parentId }) => parentId !== null)
        .map((item) => ({
          source: { itemId: item.id, ownerId: item.ownerId, commentId: null },
          words: itemWords(item),
        })),
    );
    await tx.putSetting(progress, items.at(-1)?.id ?? allDone);
    return items.length;
  });
}

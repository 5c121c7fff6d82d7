import type { ItemRecord } from '../../ports/metadata/items.ts';
import type { Change } from '../change/change.ts';
import { templatesById } from './find-template.ts';
import { indexedValues } from './instance-values.ts';

/** Gives copies the metadata of their originals, as far as its template says so. Keys are ids of originals. */
export async function copyInstances(
  { tx, now, caller }: Change,
  copies: ReadonlyMap<string, ItemRecord>,
): Promise<void> {
  const instances = await tx.instances.listOfItems([...copies.keys()]);
  const templates = await templatesById(
    tx,
    instances.map(({ templateId }) => templateId),
  );
  for (const instance of instances) {
    const copy = copies.get(instance.itemId);
    if (!copy || !templates.get(instance.templateId)?.copyInstanceOnItemCopy) continue;
    const id = await tx.allocateId();
    const fresh = { id, itemId: copy.id, version: 0, createdBy: caller.user.id, createdAt: now, modifiedAt: now };
    await tx.instances.insert({ ...instance, ...fresh }, copy.ownerId, indexedValues(instance.values));
  }
}

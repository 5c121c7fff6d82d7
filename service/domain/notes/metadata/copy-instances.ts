import type { MetadataInstanceRecord } from '../../../ports/metadata/notes/metadata-instances.ts';
import type { Change } from '../../change/change.ts';
import { templatesById } from '../../representation/notes/find-template.ts';
import { indexedValues } from '../../representation/notes/instance-values.ts';

/** Copies the metadata of originals to their copies if its template allows that. `copies` maps original ids to ids of copies. */
export async function copyInstances(
  { tx, now, caller, report }: Change,
  instances: readonly MetadataInstanceRecord[],
  copies: ReadonlyMap<string, string>,
  ownerId: string,
): Promise<void> {
  const templates = await templatesById(
    tx,
    instances.map(({ templateId }) => templateId),
  );
  for (const instance of instances) {
    const itemId = copies.get(instance.itemId);
    if (itemId === undefined || !templates.get(instance.templateId)?.copyInstanceOnItemCopy) continue;
    const id = await tx.allocateId();
    const fresh = { id, itemId, version: 0, createdBy: caller.user.id, createdAt: now, modifiedAt: now };
    await tx.instances.insert({ ...instance, ...fresh }, ownerId, indexedValues(instance.values));
    const item = await tx.items.get(itemId);
    if (!item) continue;
    const source = { kind: 'item' as const, item, ancestors: await tx.items.ancestors(item) };
    await report({ adminType: 'METADATA_INSTANCE_COPY', trigger: null, source });
  }
}

import { presentOptionalDate } from '../../representation/dates.ts';
import type { Service } from '../../service.ts';
import { retainedByAll } from './retained-until.ts';

/** The retention fields of a file that `fields` can select; null if it is not retained, or indefinitely. */
export interface DispositionField {
  readonly disposition_at: string | null;
}

/** When the retention of these files' current versions expires, by file id; no query unless `fields` selects it. */
export async function dispositionsOf(
  service: Service,
  itemIds: readonly string[],
  fields: readonly string[] | undefined,
): Promise<ReadonlyMap<string, DispositionField>> {
  if (!fields?.includes('disposition_at')) return new Map();
  return service.store.read(async (reads) => {
    const files = (await reads.items.getMany(itemIds)).filter((item) => item.kind === 'file');
    const retentions = await reads.retention.listOfVersions(files.map(({ versionId }) => versionId));
    const extensions = await reads.retention.extensionsOf(files.map(({ id }) => id));
    return new Map(
      files.map(({ id, versionId }) => {
        const own = retentions.filter((retention) => retention.versionId === versionId);
        const until = retainedByAll(own, extensions.get(id));
        return [id, { disposition_at: presentOptionalDate(until === Infinity ? null : until) }];
      }),
    );
  });
}

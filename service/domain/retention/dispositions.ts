import { presentOptionalDate } from '../representation/dates.ts';
import type { Service } from '../service.ts';
import { retainedByAll } from './retained-until.ts';

/** What `fields` can name of the retention of a file; null while nothing retains it, or for ever. */
export interface DispositionField {
  readonly disposition_at: string | null;
}

/** When the current versions of these files are let go, by the id of the file; without a look unless `fields` ask for it. */
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

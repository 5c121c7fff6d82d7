import type { ItemRecord } from '../../../ports/metadata/items/items.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { retainedByAll } from '../../kernel/keeping/retained-until.ts';
import { presentOptionalDate } from '../dates.ts';

/** The retention fields of a file that `fields` can select; null if it is not retained, or indefinitely. */
export interface DispositionField {
  readonly disposition_at: string | null;
}

/** True if `fields` includes the end of a retention. */
export function namesDisposition(fields: readonly string[] | undefined): boolean {
  return fields?.includes('disposition_at') === true;
}

/** When the retention of the current versions of the files among these items expires, by file id; no query unless `fields` selects it. */
export async function dispositionsOf(
  reads: MetadataReads,
  items: readonly ItemRecord[],
  fields: readonly string[] | undefined,
): Promise<ReadonlyMap<string, DispositionField>> {
  if (!namesDisposition(fields)) return new Map();
  const files = items.filter((item) => item.kind === 'file');
  const retentions = await reads.retention.listOfVersions(files.map(({ versionId }) => versionId));
  const extensions = await reads.retention.extensionsOf(files.map(({ id }) => id));
  return new Map(
    files.map(({ id, versionId }) => {
      const own = retentions.filter((retention) => retention.versionId === versionId);
      const until = retainedByAll(own, extensions.get(id));
      return [id, { disposition_at: presentOptionalDate(until === Infinity ? null : until) }];
    }),
  );
}

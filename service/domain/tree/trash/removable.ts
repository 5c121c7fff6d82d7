import type { Sentence } from '../../../../contract/resources/sentence.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { VersionRecord } from '../../../ports/metadata/items/versions.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { retainedByAll } from '../../governance/retention/retained-until.ts';
import { Refusal } from '../../refusal.ts';

/** A transaction and its time. */
export interface Moment {
  readonly tx: MetadataReads;
  readonly now: number;
}

/** The reasons against a permanent deletion. */
export type Keeper = 'legal_hold' | 'retention';

type KeptVersion = Pick<VersionRecord, 'id' | 'fileId'>;

/**
 * The reason against permanently deleting any of these versions now; null for none. Ask in the transaction that deletes them, so
 * that a new hold or retention comes entirely before or after it.
 */
export async function deletionBlocker({ tx, now }: Moment, versions: readonly KeptVersion[]): Promise<Keeper | null> {
  if (versions.length === 0) return null;
  const ids = versions.map(({ id }) => id);
  if ((await tx.legalHolds.heldAmong(ids)).size > 0) return 'legal_hold';
  const retentions = await tx.retention.listOfVersions(ids);
  if (retentions.length === 0) return null;
  const extensions = await tx.retention.extensionsOf([...new Set(retentions.map(({ fileId }) => fileId))]);
  const isRetained = retentions.some(
    (retention) => (retainedByAll([retention], extensions.get(retention.fileId)) ?? 0) > now,
  );
  return isRetained ? 'retention' : null;
}

/** Governed versions per query, so that a large tree is never all in memory. */
const batch = 500;

/** The same for all versions of an item and of everything below it, regardless of size. */
export async function deletionBlockerBelow(moment: Moment, itemId: string): Promise<Keeper | null> {
  for (let after = '0'; ; ) {
    const governed = await moment.tx.trees.governedVersions(itemId, { after, limit: batch });
    const keeper = await deletionBlocker(moment, governed);
    const last = governed.at(-1);
    if (keeper !== null || !last || governed.length < batch) return keeper;
    after = last.id;
  }
}

/** @throws Refusal `forbidden_by_policy` if something prevents the deletion (service-decisions.md A12). */
export function refuseKept(keeper: Keeper | null): void {
  if (keeper !== null) throw new Refusal('forbidden_by_policy', reasons[keeper]);
}

const reasons: Readonly<Record<Keeper, readonly Sentence[]>> = {
  legal_hold: say`It is on legal hold and cannot be permanently deleted. It can stay in the trash until the hold is released.`,
  retention: say`A retention policy prevents its permanent deletion until the retention expires. It can stay in the trash.`,
};

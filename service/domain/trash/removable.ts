import type { VersionRecord } from '../../ports/metadata/versions.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { Refusal } from '../refusal.ts';
import { retainedByAll } from '../retention/retained-until.ts';

/** A transaction, and the moment it happens at. */
export interface Moment {
  readonly tx: MetadataReads;
  readonly now: number;
}

/** Why something must not be deleted for good. */
export type Keeper = 'legal_hold' | 'retention';

type KeptVersion = Pick<VersionRecord, 'id' | 'fileId'>;

/**
 * What keeps any of these versions from being deleted for good, at this moment; null when nothing does. Ask in the transaction that
 * removes them: whoever places a hold or a retention meanwhile comes before or after all of it.
 */
export async function whatKeeps({ tx, now }: Moment, versions: readonly KeptVersion[]): Promise<Keeper | null> {
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

/** How many governed versions one look takes: those of a large tree are never all in memory. */
const batch = 500;

/** The same for all versions of an item and of what is below it, however much that is. */
export async function whatKeepsBelow(moment: Moment, itemId: string): Promise<Keeper | null> {
  for (let after = '0'; ; ) {
    const governed = await moment.tx.trees.governedVersions(itemId, { after, limit: batch });
    const keeper = await whatKeeps(moment, governed);
    const last = governed.at(-1);
    if (keeper !== null || !last || governed.length < batch) return keeper;
    after = last.id;
  }
}

/** @throws Refusal `forbidden_by_policy` when something keeps it (service-decisions.md A12). */
export function refuseKept(keeper: Keeper | null): void {
  if (keeper !== null) throw new Refusal('forbidden_by_policy', reasons[keeper]);
}

const reasons: Readonly<Record<Keeper, string>> = {
  legal_hold:
    'It is on legal hold and cannot be deleted for good. It can stay in the trash until the hold is released.',
  retention:
    'A retention policy keeps it: it cannot be deleted for good before its time is over. It can stay in the trash.',
};

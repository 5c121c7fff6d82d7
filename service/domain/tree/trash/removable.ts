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
export async function deletionBlocker(moment: Moment, versions: readonly KeptVersion[]): Promise<Keeper | null> {
  const keepers = new Set((await keptAmong(moment, versions)).values());
  return keepers.has('legal_hold') ? 'legal_hold' : keepers.has('retention') ? 'retention' : null;
}

/** The files of these versions that must not be deleted now, each with a reason. */
export async function keptAmong(
  { tx, now }: Moment,
  versions: readonly KeptVersion[],
): Promise<ReadonlyMap<string, Keeper>> {
  const kept = new Map<string, Keeper>();
  if (versions.length === 0) return kept;
  const ids = versions.map(({ id }) => id);
  const held = await tx.legalHolds.heldAmong(ids);
  for (const { id, fileId } of versions) if (held.has(id)) kept.set(fileId, 'legal_hold');
  const free = versions.filter(({ fileId }) => !kept.has(fileId)).map(({ id }) => id);
  const retentions = await tx.retention.listOfVersions(free);
  const extensions = await tx.retention.extensionsOf([...new Set(retentions.map(({ fileId }) => fileId))]);
  for (const retention of retentions) {
    const { fileId } = retention;
    if ((retainedByAll([retention], extensions.get(fileId)) ?? 0) > now) kept.set(fileId, 'retention');
  }
  return kept;
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

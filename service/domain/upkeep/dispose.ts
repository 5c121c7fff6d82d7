import { nameKey } from '../../../contract/rules/names.ts';
import type {
  RetentionAssignmentRecord,
  RetentionCursor,
  RetentionPolicyRecord,
  RetentionRecord,
} from '../../ports/metadata/governance/retention.ts';
import type { AncestorRecord, FileRecord, ItemRecord } from '../../ports/metadata/items/items.ts';
import { anonymousCaller } from '../access/anonymous.ts';
import { type Change, changed, changeIn, emitItemEvent } from '../change/change.ts';
import { reportDisposed } from '../governance/retention/retention-reports.ts';
import { dayMs, retainedUntil } from '../kernel/keeping/retained-until.ts';
import { type OneByOne, oneByOne } from '../kernel/work/one-by-one.ts';
import type { Service } from '../service.ts';
import { removeUnlessKept, removeVersionUnlessKept } from '../tree/trash/purge-item.ts';
import { deletionBlocker } from '../tree/trash/removable.ts';

/** Policies, assignments or versions per read. */
const batch = 500;

/**
 * Disposes of versions whose retention has expired: deletes them permanently, or lifts the retention. Versions on legal hold wait
 * for its release. Each version has its own transaction that checks the state again, so that several processes may run this and any
 * may be killed. Returns the number of retentions that ended.
 */
export async function disposeOfExpired(service: Service): Promise<number> {
  const disposals = oneByOne();
  for (let after: string | null = null; ; ) {
    const wanted = { namePrefix: '', policyType: 'finite' as const, createdBy: undefined, after, limit: batch };
    const policies: readonly RetentionPolicyRecord[] = await service.store.read(({ retention }) =>
      retention.listPolicies(wanted),
    );
    for (const { id, lengthDays } of policies) {
      await disposeOfPolicy(service, disposals, id, lengthDays ?? Infinity);
    }
    after = policies.at(-1)?.id ?? null;
    if (policies.length < batch) return disposals.end();
  }
}

async function disposeOfPolicy(
  service: Service,
  disposals: OneByOne,
  policyId: string,
  lengthDays: number,
): Promise<void> {
  const time = service.trust.surelyNow() - lengthDays * dayMs;
  for (let after: string | null = null; ; ) {
    const wanted = { policyId, targetType: undefined, after, limit: batch };
    const assignments: readonly RetentionAssignmentRecord[] = await service.store.read(({ retention }) =>
      retention.listAssignments(wanted),
    );
    for (const { id } of assignments) await disposeOfAssignment(service, disposals, id, time);
    after = assignments.at(-1)?.id ?? null;
    if (assignments.length < batch) return;
  }
}

async function disposeOfAssignment(
  service: Service,
  disposals: OneByOne,
  assignmentId: string,
  time: number,
): Promise<void> {
  for (let after: RetentionCursor | null = null; ; ) {
    const wanted = { assignmentId, time, after, limit: batch };
    const old: readonly RetentionCursor[] = await service.store.read(({ retention }) =>
      retention.listStartedBefore(wanted),
    );
    for (const { versionId } of old) await disposals.attempt(() => dispose(service, assignmentId, versionId));
    after = old.at(-1) ?? null;
    if (old.length < batch) return;
  }
}

/** Ends one version's retention by one assignment, if it has still expired. Returns whether it ended. */
async function dispose(service: Service, assignmentId: string, versionId: string): Promise<boolean> {
  const version = await service.store.read(({ versions }) => versions.get(versionId));
  const scope = { items: version ? [version.fileId] : [], owners: [] };
  return changeIn(service, anonymousCaller(null), scope, async (change) => {
    const { tx } = change;
    const now = service.trust.surelyNow();
    const retentions = await tx.retention.listOfVersions([versionId]);
    const ending = retentions.find((retention) => retention.assignmentId === assignmentId);
    if (!ending || retainedUntil(ending) > now) return false;
    const extended = (await tx.retention.extensionsOf([ending.fileId])).get(ending.fileId);
    if (extended !== undefined && extended > now) return false;
    const isOver = retentions.every((retention) => retainedUntil(retention) <= now);
    const deciding = isOver ? decidingOf(ending, retentions) : ending;
    if (isOver && deciding.dispositionAction === 'permanently_delete') return remove(change, deciding);
    for (const retention of isOver ? retentions : [ending]) {
      await tx.retention.lift(retention.assignmentId, versionId);
      await reportDisposed(change, retention);
    }
    return true;
  });
}

/** Of several policies the longest decides about a version; at equal length, one that deletes nothing. */
function decidingOf(first: RetentionRecord, retentions: readonly RetentionRecord[]): RetentionRecord {
  return retentions.reduce((deciding, other) => {
    const more = retainedUntil(other) - retainedUntil(deciding);
    return more > 0 || (more === 0 && other.dispositionAction === 'remove_retention') ? other : deciding;
  }, first);
}

/** Permanently deletes a past version; for the current version, permanently deletes its file. All or nothing. */
async function remove(change: Change, retention: RetentionRecord): Promise<boolean> {
  const { tx } = change;
  const { fileId, versionId } = retention;
  const [file, version] = [await tx.items.get(fileId), await tx.versions.get(versionId)];
  if (file?.kind !== 'file' || !version) return false;
  if (file.versionId !== versionId) {
    const isGone = await removeVersionUnlessKept(change, { version, file });
    if (isGone) await reportDisposed(change, retention);
    return isGone;
  }
  if ((await deletionBlocker(change, await tx.versions.listOfFiles([fileId]))) !== null) return false;
  await reportDisposed(change, retention);
  // Where the file is: one with very many versions leaves its folder before they go, and a trashed folder may wait for this end.
  await tx.retention.lift(retention.assignmentId, versionId);
  return removeUnlessKept(change, file.trashedAt === null ? await toTrash(change, file) : file);
}

/** Moves a live file to the trash first, so that everyone who sees it is notified. */
async function toTrash(change: Change, file: FileRecord): Promise<ItemRecord> {
  const { tx, termStart, caller } = change;
  const ancestors = await tx.items.ancestors(file);
  const trashed = { ...changed(file, change), trashedAt: termStart, trashedBy: caller.user.id };
  await tx.items.update(trashed, nameKey(trashed.name));
  await tx.items.addSize(countedIn(ancestors), -file.sizeBytes);
  await emitItemEvent(change, 'ITEM_TRASH', trashed, ancestors);
  return trashed;
}

/** The folders whose size includes the file: a trashed folder no longer counts towards those above it. */
function countedIn(ancestors: readonly AncestorRecord[]): readonly string[] {
  const last = ancestors.findLastIndex(({ trashedAt }) => trashedAt !== null);
  return ancestors.slice(Math.max(last, 0)).map(({ id }) => id);
}

import { FileSystemError } from '../ports/file-system.ts';
import type { EngineRoots } from '../root/account/engine-roots.ts';
import { observeLocal } from '../root/observe.ts';
import { addTally } from '../root/record/tally.ts';
import { isRootInSync } from '../root/state/root-condition.ts';
import { retryNow } from '../root/waiting/retry.ts';

type MayWait = (untilMs: number) => boolean;

/**
 * Brings all roots to rest, one after another. With several roots, all disks are scanned first, because an item missing from one may be in
 * another (SPEC P63). A root not at rest after the first round, which never waits, gets a second one: it may have depended on a later root.
 */
export async function settleRoots(roots: EngineRoots, signal: AbortSignal, mayWait: MayWait): Promise<void> {
  const records = roots.own();
  const [only] = records;
  if (only === undefined) return;
  if (records.length === 1) return settleRoot(roots, only.id, signal, mayWait);
  for (const record of records) {
    const { context } = roots.open(record);
    context.folder.requireFullScan();
    await observeLocal(context, signal);
  }
  for (const { id } of records) await settleRoot(roots, id, signal, () => false);
  for (const context of roots.contexts()) {
    if (isRootInSync(context)) continue;
    const done = { ...context.tally };
    retryNow(context, null);
    await settleRoot(roots, context.record.id, signal, mayWait);
    addTally(context.tally, done);
  }
}

/** A root reopened more often than this does not come to rest. */
const MOST_RENEWALS = 3;

/** A root that has moved, or whose stored state is invalid, is reopened. */
async function settleRoot(roots: EngineRoots, id: number, signal: AbortSignal, mayWait: MayWait): Promise<void> {
  for (let renewals = 0; renewals <= MOST_RENEWALS; renewals++) {
    const record = roots.find(id);
    if (record === undefined) return;
    const { context, settle } = roots.open(record);
    await settle(signal, mayWait);
    if (context.standing.renewal === null) return;
    try {
      await roots.renew(id, context.standing.renewal);
    } catch (error) {
      if (!(error instanceof FileSystemError)) throw error;
      // It stays out of sync; the other roots have their turn.
      context.parts.log.warn(`${record.localPath} could not be reopened.`, { reason: error.message });
      return;
    }
  }
}

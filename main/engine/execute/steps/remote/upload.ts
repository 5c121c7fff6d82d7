import { type Content, type Fingerprint, isAt, type LocalEntry, type RemoteEntry } from '../../../model/entry.ts';
import type { ItemId, LocalId } from '../../../model/ids.ts';
import { sameName } from '../../../model/names/name-key.ts';
import type { Step } from '../../../model/plan/step.ts';
import { agreementOn, meantName } from '../../agreement-on.ts';
import type { Execution } from '../../execution.ts';
import { modifiedAtMs } from '../../modified-at.ts';
import { absolutePath, labelOfLocal, linkedItem } from '../../places.ts';
import { problem, refusalProblem } from '../../problems.ts';
import { cancelled, done, failed, type StepResult, stale } from '../../step-result.ts';
import type { UploadOutcome } from '../../transfer/transfer.ts';
import { moveOver } from '../move-over.ts';
import { commonContent } from './common-content.ts';
import { copyFromThere } from './copy-from-there.ts';

type Upload = Extract<Step, { kind: 'upload' }>;

/**
 * Uploads a new file. If an unclaimed file with the same content holds the name, it is recognised as our own upload (edge case
 * 99).
 */
export async function upload(execution: Execution, step: Upload, signal: AbortSignal): Promise<StepResult> {
  const { trees, transfers } = execution;
  const local = trees.local(step.localId);
  const path = absolutePath(execution, step.localId);
  const parent = linkedItem(trees, local?.parentId ?? null);
  if (local === undefined || path === null || local.parentId === null) return stale('the file is not in the tree');
  if (parent === null) return stale('its folder is not linked');
  // Recorded under its new name here and its planned one there, it would look like an alias (SPEC P36) and stay like that.
  if (!sameName(local.name, step.aliasHere ?? step.name)) return stale('the file was renamed');
  const label = labelOfLocal(trees, local.id);
  const sending = { step, local: { ...local, parentId: local.parentId }, parent, path, label };
  const moved = await moveOver(execution, local, { parent, name: step.name }, signal);
  if (moved !== null) return moved;
  const key = `${execution.rootKey}/${local.id}`;
  const copied = await copyFromThere(execution, { key, expect: step.expect, path, parent, name: step.name }, signal);
  if (copied !== null) return sent(execution, sending, { ...copied, fingerprint: step.expect, bytes: 0 });
  const outcome = await transfers.upload({
    source: { kind: 'file', path, expect: step.expect },
    destination: { kind: 'new', parentId: parent, name: step.name },
    contentModifiedAtMs: modifiedAtMs(step.expect),
    label,
    key,
    signal,
    ...(execution.room !== undefined && { room: execution.room }),
    isSettled: () => trees.local(step.localId) === undefined || execution.hasArrived(step.localId),
    beforeAgain: execution.nextCatchUp,
    isOfOther: (item) => isOfOther(execution, item, local.id),
  });
  if (outcome.ok) {
    const { entry, content } = outcome;
    return sent(execution, sending, { entry, content, fingerprint: outcome.fingerprint ?? step.expect });
  }
  return refused(execution, sending, outcome, signal);
}

type Sending = {
  readonly step: Upload;
  readonly local: LocalEntry & { readonly parentId: NonNullable<LocalEntry['parentId']> };
  readonly parent: ItemId;
  readonly path: string;
  readonly label: string;
};

type Sent = {
  readonly entry: RemoteEntry;
  readonly content: Content;
  readonly fingerprint: Fingerprint;
  /** Bytes transferred; default: all. */
  readonly bytes?: number;
};

function sent(
  { tick }: Execution,
  { step, local }: Sending,
  { entry, content, fingerprint, bytes = content.sizeBytes }: Sent,
): StepResult {
  const place = { id: local.id, parentId: local.parentId, name: local.name, kind: 'file' as const };
  return done(tick(), {
    hashed: { localId: local.id, fingerprint, sha1: content.sha1 },
    remote: entry,
    agreed: {
      ...agreementOn({ local: place, remote: entry, fingerprint }),
      remoteName: meantName(entry.name, step.name),
    },
    journal: {
      side: 'remote',
      itemKind: 'file',
      place: { localId: local.parentId, name: step.name },
      from: null,
      bytes,
      before: null,
      after: { itemId: entry.id, etag: entry.etag, sha1: content.sha1, sizeBytes: content.sizeBytes },
    },
  });
}

async function refused(
  execution: Execution,
  sending: Sending,
  outcome: Exclude<UploadOutcome, { ok: true }>,
  signal: AbortSignal,
): Promise<StepResult> {
  const { step, local, parent, label } = sending;
  switch (outcome.reason) {
    case 'source_changed':
      return stale('the file changed', { localIds: [step.localId] });
    case 'cancelled':
      return cancelled;
    case 'corrupt':
      return failed(problem('corrupt_transfer', { subject: label }));
    case 'gone':
    case 'changed':
      return stale('the folder on the service is gone', { itemIds: [parent] });
    case 'refused':
      return failed(refusalProblem(outcome, label));
    case 'taken':
      if (outcome.existingKind === 'web_link') return failed(problem('name_conflict', { subject: label }));
      return outcome.existing === null
        ? stale('the name is taken', { lasting: 'name_conflict', itemIds: [parent] })
        : adoptExisting(execution, { ...sending, local }, outcome.existing, signal);
  }
}

function isOfOther({ trees }: Execution, item: ItemId, id: LocalId): boolean {
  const claimed = trees.syncedByItem(item);
  return claimed !== undefined && claimed.localId !== id;
}

async function adoptExisting(
  execution: Execution,
  sending: Sending,
  existing: ItemId,
  signal: AbortSignal,
): Promise<StepResult> {
  const { step, local, parent, path } = sending;
  const found = await execution.remote.item(existing, 'file', signal);
  if (found === null) return stale('the name is taken', { lasting: 'name_conflict', itemIds: [parent, existing] });
  const mayBeOurs = !isOfOther(execution, existing, local.id) && isAt(found, { parentId: parent, name: step.name });
  const content = mayBeOurs ? await commonContent(execution, { path, expect: step.expect }, found, signal) : null;
  if (content === null) {
    return stale('the name is taken', { lasting: 'name_conflict', itemIds: [parent], found: [found] });
  }
  return sent(execution, sending, { entry: found, content, fingerprint: step.expect });
}

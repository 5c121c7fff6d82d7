import { type Content, type Fingerprint, isAt, type RemoteEntry } from '../../../model/entry.ts';
import type { Step } from '../../../model/plan/step.ts';
import { agreementOn } from '../../agreement-on.ts';
import type { Execution } from '../../execution.ts';
import { modifiedAtMs } from '../../modified-at.ts';
import { absolutePath, labelOfLocal } from '../../places.ts';
import { problem, refusalProblem } from '../../problems.ts';
import { cancelled, done, failed, type StepResult, stale } from '../../step-result.ts';
import type { UploadOutcome } from '../../transfer/transfer.ts';
import { commonContent } from './common-content.ts';

type UploadVersion = Extract<Step, { kind: 'upload-version' }>;

/** Uploads a new version of a file; replaces only the version known to the plan (`If-Match`). */
export async function uploadVersion(
  execution: Execution,
  step: UploadVersion,
  signal: AbortSignal,
): Promise<StepResult> {
  const { trees, transfers } = execution;
  const path = absolutePath(execution, step.localId);
  const remote = trees.remote(step.itemId);
  if (path === null || remote === undefined) return stale('one of the two is gone');
  if (remote.etag !== step.ifMatch) return stale('the item changed');
  const label = labelOfLocal(trees, step.localId);
  const outcome = await transfers.upload({
    source: { kind: 'file', path, expect: step.expect },
    destination: { kind: 'version', itemId: step.itemId, name: remote.name, ifMatch: step.ifMatch },
    contentModifiedAtMs: modifiedAtMs(step.expect),
    label,
    key: `${execution.rootKey}/${step.localId}`,
    signal,
    ...(execution.room !== undefined && { room: execution.room }),
  });
  if (outcome.ok) {
    const { entry, content } = outcome;
    return sent(execution, step, { before: remote, entry, content, fingerprint: outcome.fingerprint ?? step.expect });
  }
  return refused(execution, step, { outcome, before: remote, path, label }, signal);
}

type Sent = {
  readonly before: RemoteEntry;
  readonly entry: RemoteEntry;
  readonly content: Content;
  readonly fingerprint: Fingerprint;
};

function sent(
  { trees, tick }: Execution,
  step: UploadVersion,
  { before, entry, content, fingerprint }: Sent,
): StepResult {
  const known = trees.remote(step.itemId);
  // Renamed or moved meanwhile: the events tell it, in the order in which the names changed hands (I9). The intent then finds this version there.
  if (known !== undefined && !isStill(entry, known)) {
    return stale('the item is elsewhere', { itemIds: [step.itemId], found: [entry] });
  }
  const takenAt = tick();
  const local = trees.local(step.localId);
  const journal = {
    side: 'remote' as const,
    itemKind: 'file' as const,
    place: { localId: step.localId },
    from: null,
    bytes: content.sizeBytes,
    before: { itemId: before.id, versionId: before.versionId, sha1: before.content?.sha1 ?? null, etag: before.etag },
    after: { itemId: entry.id, versionId: entry.versionId, sha1: content.sha1, etag: entry.etag },
  };
  const hashed = { localId: step.localId, fingerprint, sha1: content.sha1 };
  // A file recreated here uses its partner's row (SPEC P11).
  const base = trees.syncedByLocal(step.localId) ?? trees.syncedByItem(step.itemId);
  const parentId = base?.parentLocalId ?? local?.parentId ?? null;
  // Deleted here during the upload: the service has the version, and the next plan decides.
  if (local === undefined || parentId === null) return done(takenAt, { remote: entry, journal });
  // The row keeps the agreed place: a new version does not imply a move on either side.
  const place = { id: local.id, parentId, name: base?.localName ?? local.name, kind: 'file' as const };
  const agreed = agreementOn({ local: place, remote: entry, fingerprint });
  return done(takenAt, {
    hashed,
    remote: entry,
    agreed: { ...agreed, remoteName: base?.remoteName ?? entry.name },
    journal,
  });
}

const isStill = (entry: RemoteEntry, { parentId, name }: RemoteEntry): boolean =>
  parentId === null || isAt(entry, { parentId, name });

type Refused = {
  readonly outcome: Exclude<UploadOutcome, { ok: true }>;
  readonly before: RemoteEntry;
  readonly path: string;
  readonly label: string;
};

async function refused(
  execution: Execution,
  step: UploadVersion,
  { outcome, before, path, label }: Refused,
  signal: AbortSignal,
): Promise<StepResult> {
  switch (outcome.reason) {
    case 'source_changed':
      return stale('the file changed', { localIds: [step.localId] });
    case 'cancelled':
      return cancelled;
    case 'corrupt':
      return failed(problem('corrupt_transfer', { subject: label }));
    case 'gone':
    case 'taken':
      return stale('the item is not where it was', { itemIds: [step.itemId] });
    case 'refused':
      return failed(refusalProblem(outcome, label));
    case 'changed': {
      // This may be our own version whose answer was lost (edge case 99).
      const found = await execution.remote.item(step.itemId, 'file', signal);
      if (found === null) return stale('the item is gone', { itemIds: [step.itemId] });
      const content = await commonContent(execution, { path, expect: step.expect }, found, signal);
      return content === null
        ? stale('the item changed', { itemIds: [step.itemId], found: [found] })
        : sent(execution, step, { before, entry: found, content, fingerprint: step.expect });
    }
  }
}

import { assertNever } from '../../../model/assert-never.ts';
import type { ItemId, LocalId } from '../../../model/ids.ts';
import { diskFull, problem } from '../../problems.ts';
import { cancelled, failed, type StepResult, stale } from '../../step-result.ts';
import type { DownloadOutcome } from '../../transfer/transfer.ts';

/** The step result of a failed download. `look`: the local node to rescan if its place has changed; `folder`: the root's path. */
export function downloadTrouble(
  outcome: Exclude<DownloadOutcome, { ok: true }>,
  {
    label,
    itemId,
    look,
    folder,
  }: { readonly label: string; readonly itemId: ItemId; readonly look: LocalId; readonly folder: string },
): StepResult {
  const trouble = { subject: label };
  switch (outcome.reason) {
    case 'target_changed':
      return stale('the place on disk changed', { localIds: [look] });
    case 'gone':
      return stale('the service does not have the content', { itemIds: [itemId], lasting: 'content_withheld' });
    case 'remote_changed':
      return stale('the item changed on the service', { itemIds: [itemId] });
    case 'no_permission':
      return failed(problem('no_permission', trouble));
    case 'corrupt':
      return failed(problem('corrupt_transfer', trouble));
    case 'disk_full':
      return failed(diskFull(label, outcome.space, folder));
    case 'too_large':
      return failed(problem('too_large_for_disk', trouble));
    case 'cancelled':
      return cancelled;
    default:
      return assertNever(outcome);
  }
}

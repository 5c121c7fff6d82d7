import { RemoteError } from '../../ports/remote/remote.ts';
import type { RootContext } from '../root-context.ts';
import { pausedUntilMs } from '../root-pause.ts';
import { isRootInSync } from '../state/root-condition.ts';
import { auditFiles } from './audit-files.ts';
import { createFolderAudit } from './audit-folders.ts';

/** While the root is in sync, slowly compares both sides with the stored trees. A turn runs every `auditEveryMs`. */
export async function keepAuditing(context: RootContext, signal: AbortSignal): Promise<void> {
  const { clock, settings, log } = context.parts;
  const folders = createFolderAudit(context);
  while (!signal.aborted) {
    await clock.sleep(settings.auditEveryMs, signal);
    for (const turn of [() => auditFiles(context, signal), () => folders.turn(signal)]) {
      try {
        if (signal.aborted || !isRootInSync(context) || pausedUntilMs(context) !== null) continue;
        await turn();
      } catch (error) {
        // Without an answer from the service, the next turn asks again.
        const isExpected = signal.aborted || error instanceof RemoteError;
        if (isExpected) continue;
        log.error(`${context.record.localPath} could not be checked.`, error);
        // If the store is damaged, the next round ends the work on the root.
        context.wake.ring();
      }
    }
  }
}

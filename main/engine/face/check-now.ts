import type { AccountGate } from '../root/account/account-gate.ts';
import type { Noticed } from '../root/account/surroundings.ts';
import type { EngineParts } from '../root/engine-parts.ts';
import type { RootContext } from '../root/root-context.ts';
import { retryNow } from '../root/waiting/retry.ts';

/**
 * After sleep, a network change or a clock change: drops dead connections, resumes transfers at the last part and checks both sides again
 * (edge case 106). If the clock was set back, every retry time lies too far in the future, so all waits end now. Times never decide which
 * version is newer (109).
 */
export function checkNow(
  { surroundings, log }: EngineParts,
  gate: AccountGate,
  contexts: readonly RootContext[],
  { rescan, isEarlier }: Noticed,
): void {
  log.warn(
    rescan ? 'The computer slept, or its clock was set: everything is looked at.' : 'The network may be another one.',
  );
  surroundings?.dropConnections();
  surroundings?.endPause();
  for (const context of contexts) {
    const { folder, service, rounds, epoch, search, hints, wake } = context;
    service.ask();
    if (rescan) hints.addAll();
    if (isEarlier) {
      retryNow(context, null);
      folder.endWaits();
      service.endWaits();
      rounds.deletes.forget();
      epoch.leave();
      search.end();
    }
    wake.ring();
  }
  gate.tryNow();
}

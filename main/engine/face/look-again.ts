import { retryNow } from '../report/attention.ts';
import type { AccountGate } from '../root/account/account-gate.ts';
import type { Noticed } from '../root/account/surroundings.ts';
import type { EngineParts } from '../root/engine-parts.ts';
import type { RootContext } from '../root/root-context.ts';

/**
 * After sleep, a network change or a clock change: drops dead connections, resumes transfers at the last part and checks both sides again
 * (edge case 106). If the clock was set back, every retry time lies too far in the future, so all waits end now. Times never decide which
 * version is newer (109).
 */
export function lookAgain(
  { surroundings, log }: EngineParts,
  gate: AccountGate,
  contexts: readonly RootContext[],
  { rescan, isEarlier }: Noticed,
): void {
  log.warn(
    rescan ? 'The computer slept, or its clock was set: everything is looked at.' : 'The network may be another one.',
  );
  surroundings?.dropConnections();
  for (const context of contexts) {
    const { live, hints, wake } = context;
    live.remoteDirty = true;
    if (rescan) hints.addAll();
    if (isEarlier) {
      retryNow(context, null);
      for (const time of ['scanAtMs', 'retryAtMs', 'remoteRetryAtMs', 'settleAtMs'] as const) {
        if (live[time] !== null) live[time] = 0;
      }
      live.deletesReadySinceMs = null;
      live.enteredAtMs = null;
      live.search = null;
    }
    wake.ring();
  }
  gate.tryNow();
}

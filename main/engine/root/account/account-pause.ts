import type { EngineParts } from '../engine-parts.ts';

/*
 * The pause of everything: of all roots, and of all transfers, also those that belong to no root. It survives a restart (SPEC P62).
 */

const SETTING = 'paused_until_ms';

/** Null: not paused; 0: until resumed; otherwise milliseconds since the epoch. */
export function accountPausedUntilMs({ store, clock }: Pick<EngineParts, 'store' | 'clock'>): number | null {
  const kept = store.setting(SETTING);
  return lastingUntilMs(kept === null ? null : Number(kept), clock.nowMs());
}

/** Null if the pause is over. */
export const lastingUntilMs = (untilMs: number | null, nowMs: number): number | null =>
  untilMs === null || untilMs === 0 || untilMs > nowMs ? untilMs : null;

/** `untilMs` 0: until resumed. */
export function pauseAccount({ store, transfers }: EngineParts, untilMs: number): void {
  store.setSetting(SETTING, String(untilMs));
  holdTransfers(transfers, untilMs);
}

export function resumeAccount({ store, transfers }: EngineParts): void {
  store.setSetting(SETTING, null);
  transfers.resume();
}

/** Continues a pause from an earlier start. */
export function restorePause(parts: EngineParts): void {
  const untilMs = accountPausedUntilMs(parts);
  if (untilMs !== null) holdTransfers(parts.transfers, untilMs);
}

const holdTransfers = ({ pause }: EngineParts['transfers'], untilMs: number): void =>
  pause(untilMs === 0 ? null : untilMs);

import type { RootContext } from './root-context.ts';

/**
 * The end of this root's pause, from its own pause or the global one, whichever lasts longer. Null: not paused; 0: until resumed;
 * otherwise milliseconds since the epoch.
 */
export function pausedUntilMs({ parts, root }: RootContext): number | null {
  const own = parts.store.roots().find((record) => record.id === root.id)?.pausedUntilMs ?? null;
  const all = pauseOfAllMs(parts);
  const nowMs = parts.clock.nowMs();
  const holding = [own, all].filter((untilMs) => untilMs !== null && (untilMs === 0 || untilMs > nowMs));
  if (holding.length === 0) return null;
  return holding.includes(0) ? 0 : Math.max(...holding.map(Number));
}

/** Transfers stop with the global pause. When it expires no event fires, so each round checks. */
export function endPauseOfTransfers({ parts }: RootContext): void {
  const all = pauseOfAllMs(parts);
  if (parts.transfers.isPaused && (all === null || (all !== 0 && all <= parts.clock.nowMs()))) parts.transfers.resume();
}

function pauseOfAllMs({ store }: RootContext['parts']): number | null {
  const all = store.setting('paused_until_ms');
  return all === null ? null : Number(all);
}

import { accountPausedUntilMs, lastingUntilMs } from './account/account-pause.ts';
import type { RootContext } from './root-context.ts';

/**
 * The end of this root's pause, from its own pause or the global one, whichever lasts longer. Null: not paused; 0: until resumed;
 * otherwise milliseconds since the epoch.
 */
export function pausedUntilMs({ parts, root }: RootContext): number | null {
  const own = parts.store.roots().find((record) => record.id === root.id)?.pausedUntilMs ?? null;
  const ends = [lastingUntilMs(own, parts.clock.nowMs()), accountPausedUntilMs(parts)];
  const holding = ends.filter((untilMs) => untilMs !== null);
  if (holding.length === 0) return null;
  return holding.includes(0) ? 0 : Math.max(...holding);
}

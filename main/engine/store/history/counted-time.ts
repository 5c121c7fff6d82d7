import type { SettingTable } from '../setting-table.ts';

/*
 * The time by which the trash and the journal count how long they have kept something. A clock can be wrong for minutes: after a start without
 * a network, or after someone set it. Such a minute must not delete anything permanently. So Tandem looks at the clock at each start and every
 * few hours, and adds the time since its last look: none if the clock went back, a day at most if it leapt.
 */

const DAY_MS = 24 * 60 * 60_000;
const SETTING = 'counted_time';

/** Times by the clock are milliseconds since the epoch; counted time starts at an arbitrary number and never goes back. */
export interface CountedTime {
  /** The counted time when the clock says this. */
  at(clockMs: number): number;
  /** Adds the time since the last look. Call it regularly: a longer absence counts as a day. */
  look(clockMs: number): void;
}

type Look = { readonly countedMs: number; readonly clockMs: number };

const NEVER: Look = { countedMs: 0, clockMs: 0 };

export function createCountedTime({ get, set }: SettingTable): CountedTime {
  const at = (clockMs: number): number => {
    const last = lookIn(get(SETTING));
    return last.countedMs + Math.min(Math.max(0, clockMs - last.clockMs), DAY_MS);
  };
  return {
    at,
    look: (clockMs) => set(SETTING, JSON.stringify({ countedMs: at(clockMs), clockMs } satisfies Look)),
  };
}

/** The setting holds what `look` wrote. */
const lookIn = (text: string | null): Look => (text === null ? NEVER : (JSON.parse(text) as Look));

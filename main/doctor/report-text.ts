import type { ActivityEntry, Status } from '../../preload/ipc/status.ts';
import type { Check } from './check.ts';

/** What of the program and the computer a report names. */
export type Surroundings = { readonly version: string; readonly node: string; readonly platform: string };

export type Report = {
  readonly checks: readonly Check[];
  /** Does a process work on this state? */
  readonly running: boolean;
  /** Null: nobody is signed in. */
  readonly status: Status | null;
  /** The last of it, newest first. */
  readonly journal: readonly ActivityEntry[];
  /** Why something is missing here, in sentences. */
  readonly problems?: readonly string[];
};

/**
 * A diagnostic report as one JSON document. It holds paths and names, and no token, no password and nothing of any content: what
 * an address says of a sign-in is left out too.
 */
export function reportText(surroundings: Surroundings, report: Report): string {
  const text = JSON.stringify({ ...surroundings, ...report }, null, 2);
  return text
    .replaceAll(/(https?:\/\/)[^/\s"@]+@/g, '$1…@')
    .replaceAll(/([?&](?:token|access_token|code|key)=)[^&\s"]+/g, '$1…');
}

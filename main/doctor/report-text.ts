import type { ActivityEntry, Status } from '../../preload/ipc/shapes/status.ts';
import type { Check } from './check.ts';

/** Program and system facts for the report. */
export type Surroundings = { readonly version: string; readonly node: string; readonly platform: string };

export type Report = {
  readonly checks: readonly Check[];
  /** True if a process is using this state folder. */
  readonly running: boolean;
  /** Null: signed out. */
  readonly status: Status | null;
  /** The latest entries, newest first. */
  readonly journal: readonly ActivityEntry[];
  /** Why parts are missing, in sentences. */
  readonly problems?: readonly string[];
};

/**
 * The diagnostic report as one JSON document. It contains paths and names but no tokens, passwords or file contents; credentials in URLs are
 * removed too.
 */
export function reportText(surroundings: Surroundings, report: Report): string {
  const text = JSON.stringify({ ...surroundings, ...report }, null, 2);
  return text
    .replaceAll(/(https?:\/\/)[^/\s"@]+@/g, '$1…@')
    .replaceAll(/([?&](?:token|access_token|code|key)=)[^&\s"]+/g, '$1…');
}

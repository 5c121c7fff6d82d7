import type { ActivityEntry, Status } from '../../preload/ipc/shapes/status.ts';
import type { Check } from './check.ts';
import { withoutSecrets } from './without-secrets.ts';

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
  /** The last lines of the desktop app's log, oldest first. */
  readonly log?: readonly string[];
};

/**
 * The diagnostic report as one JSON document. It contains paths and names but no tokens, passwords or file contents; credentials in URLs are
 * removed too.
 */
export function reportText(surroundings: Surroundings, report: Report): string {
  return withoutSecrets(JSON.stringify({ ...surroundings, ...report }, null, 2));
}

/**
 * Reports *where* to look, never the contents. May merge, repeat, reorder and lose hints, but must report a known loss through
 * `renew`.
 */
export interface Watcher {
  /**
   * Resolves once all later changes are reported. Hints are absolute paths of directories whose listing may have changed (for a
   * file: its parent). Folders of Tandem's own data are not reported: `.tandem` at any depth, and those in `without` (absolute paths).
   */
  watch(root: string, listener: WatchListener, without?: readonly string[]): Promise<Watch>;
}

export type WatchListener = {
  hint(directory: string): void;
  /**
   * Events were lost, or the watch no longer fits the root: rescan everything with a new watch. This one may also lack new folders. `reason`
   * is for the log.
   */
  renew(reason: string): void;
  /** A folder can't be watched: only scans find changes below it. Others often can't be either; the first counts. */
  blind(trouble: WatchTrouble): void;
};

export type WatchTrouble = {
  readonly why: 'too_many_folders' | 'too_many_watchers' | 'denied' | 'failed';
  /** The first such folder. */
  readonly path: string;
  /** The system's error code, for the log. */
  readonly errno: string | null;
};

export interface Watch {
  /** Asks for a renewal if the path of the root leads to another folder than the watched one: a volume was mounted or unmounted there. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reports *where* to look, never the contents. May merge, repeat, reorder and lose hints, but must report a known loss through
 * `overflow`, which triggers a full rescan.
 */
export interface Watcher {
  /**
   * Resolves once all later changes are reported. Hints are absolute paths of directories whose listing may have changed (for a
   * file: its parent). `.tandem` at the root is not reported.
   */
  watch(root: string, listener: WatchListener): Promise<Watch>;
}

export type WatchListener = {
  hint(directory: string): void;
  /** Events were lost, or the watch limit is reached: rescan everything. `reason` is for the user. */
  overflow(reason: string): void;
};

export interface Watch {
  close(): Promise<void>;
}

/**
 * Tells *where* to look, never what is there. May merge, repeat, reorder and lose hints; what it must not do is stay silent
 * about a loss that it knows of: then it says `overflow`, and the whole root is scanned.
 */
export interface Watcher {
  /**
   * Resolves when changes from now on are hinted. Hints are absolute paths of directories whose listing may have changed
   * (for a change of a file: its parent). `.tandem` at the root is not reported.
   */
  watch(root: string, listener: WatchListener): Promise<Watch>;
}

export type WatchListener = {
  hint(directory: string): void;
  /** Something was lost, or the limit of watches is reached: look everywhere; `reason` is for the person. */
  overflow(reason: string): void;
};

export interface Watch {
  close(): Promise<void>;
}

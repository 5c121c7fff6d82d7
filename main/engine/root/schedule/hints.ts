/** Folders that may have changed, debounced until each has been quiet for a moment: a save is rarely one event. */
export type Hints = {
  add(folder: string, nowMs: number): void;
  /** Events were lost: scan everything. */
  addAll(): void;
  /** Scan now, without debouncing. */
  urge(folder: string): void;
  /** Takes the folders that are due. */
  take(nowMs: number): { readonly all: boolean; readonly folders: readonly string[] };
  /** When the next folder is due; null if none is. */
  dueAtMs(): number | null;
  isEmpty(): boolean;
};

export type HintTiming = { readonly quietMs: number; readonly longestMs: number };

/** The most folders tracked individually; beyond this a full rescan is cheaper. */
const MOST_FOLDERS = 5_000;

export function createHints({ quietMs, longestMs }: HintTiming): Hints {
  const folders = new Map<string, { readonly firstMs: number; readonly dueMs: number }>();
  let all = false;
  return {
    add: (folder, nowMs) => {
      const firstMs = folders.get(folder)?.firstMs ?? nowMs;
      folders.set(folder, { firstMs, dueMs: Math.min(nowMs + quietMs, firstMs + longestMs) });
      if (folders.size > MOST_FOLDERS) all = true;
    },
    addAll: () => {
      all = true;
    },
    urge: (folder) => {
      folders.set(folder, { firstMs: 0, dueMs: 0 });
    },
    take: (nowMs) => {
      if (all) {
        all = false;
        folders.clear();
        return { all: true, folders: [] };
      }
      const due = [...folders].filter(([, { dueMs }]) => dueMs <= nowMs).map(([folder]) => folder);
      for (const folder of due) folders.delete(folder);
      return { all: false, folders: due };
    },
    dueAtMs: () => {
      if (all) return 0;
      let earliest: number | null = null;
      for (const { dueMs } of folders.values()) earliest = Math.min(earliest ?? dueMs, dueMs);
      return earliest;
    },
    isEmpty: () => !all && folders.size === 0,
  };
}

/** The interval between searches beside the old place; each costs a listing or two. */
const NEAR_EVERY_MS = 5_000;
/** The first wide search runs at once, the next one after this delay, then less and less often. */
const WIDE_FIRST_MS = 60_000;
const WIDE_RAREST_MS = 60 * 60_000;

/** When to search for a missing root, and how far. */
export type RootSearch = {
  /** Null: not now. */
  next(nowMs: number): 'near' | 'wide' | null;
  /** Ends the search; the next one starts from the beginning. */
  end(): void;
};

export function createRootSearch(): RootSearch {
  let due: { readonly nearAtMs: number; readonly wideAtMs: number; readonly wideWaitMs: number } | null = null;
  return {
    next(nowMs) {
      const { nearAtMs, wideAtMs, wideWaitMs } = due ?? {
        nearAtMs: nowMs,
        wideAtMs: nowMs,
        wideWaitMs: WIDE_FIRST_MS,
      };
      if (nearAtMs > nowMs) return null;
      const isWide = wideAtMs <= nowMs;
      due = {
        nearAtMs: nowMs + NEAR_EVERY_MS,
        wideAtMs: isWide ? nowMs + wideWaitMs : wideAtMs,
        wideWaitMs: isWide ? Math.min(wideWaitMs * 2, WIDE_RAREST_MS) : wideWaitMs,
      };
      return isWide ? 'wide' : 'near';
    },
    end() {
      due = null;
    },
  };
}

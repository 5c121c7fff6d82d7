/** An epoch lasts at most this long: a backup from this morning is stale too. */
const EPOCH_MS = 6 * 60 * 60_000;
/** While deletes continue, they share an epoch for this long. */
const DELETES_SHARE_MS = 1_000;

/** When a new epoch is due in the folder that is there now (SPEC P60). */
export type Epoch = {
  /** @param isDeleting whether deletes are queued or running. */
  isDue(nowMs: number, isDeleting: boolean): boolean;
  /** When an epoch is due because of deletes; null: there were none. */
  dueAtMs(): number | null;
  /** Something was deleted on either side. */
  noteDelete(): void;
  /** Call before writing the marker: later deletes count toward the next epoch. */
  begin(): void;
  begun(nowMs: number): void;
  /** The folder changed or its marker could not be read: an epoch is due at once. */
  leave(): void;
};

export function createEpoch(): Epoch {
  let enteredAtMs: number | null = null;
  let hasDeleted = false;
  return {
    isDue(nowMs, isDeleting) {
      if (enteredAtMs === null) return true;
      const lastedMs = nowMs - enteredAtMs;
      if (!hasDeleted) return lastedMs >= EPOCH_MS;
      return lastedMs >= DELETES_SHARE_MS || !isDeleting;
    },
    dueAtMs: () => (hasDeleted && enteredAtMs !== null ? enteredAtMs + DELETES_SHARE_MS : null),
    noteDelete() {
      hasDeleted = true;
    },
    begin() {
      hasDeleted = false;
    },
    begun(nowMs) {
      enteredAtMs = nowMs;
    },
    leave() {
      enteredAtMs = null;
    },
  };
}

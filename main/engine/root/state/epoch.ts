/** An epoch lasts at most this long: a backup from this morning is stale too. */
const EPOCH_MS = 6 * 60 * 60_000;
/** While deletes continue, they share an epoch for this long. */
const DELETES_SHARE_MS = 1_000;

/** When a new epoch is due in the folder that is there now (SPEC P60). */
export type Epoch = {
  /** @param isDeleting whether deletes are queued or running. */
  isDue(nowMs: number, isDeleting: boolean): boolean;
  /** When the deletes so far have shared one long enough; null: there were none. */
  dueAtMs(): number | null;
  /** Something was deleted on either side. */
  noteDelete(): void;
  /** The marker is about to be written: a delete from now on counts toward the next epoch. */
  begin(): void;
  begun(nowMs: number): void;
  /** Another folder, or the marker could not be read: a new epoch is due. */
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

/** When the files that new versions replaced on this disk are to be looked at (SPEC P92). */
export type ReplacedLook = {
  /** Null: nothing asks for it. */
  readonly dueAtMs: number | null;
  ask(atMs: number): void;
  begin(): void;
};

export function createReplacedLook(): ReplacedLook {
  let dueAtMs: number | null = null;
  return {
    get dueAtMs() {
      return dueAtMs;
    },
    ask: (atMs) => {
      dueAtMs = Math.min(dueAtMs ?? atMs, atMs);
    },
    begin: () => {
      dueAtMs = null;
    },
  };
}

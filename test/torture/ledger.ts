/** Every content that the tools of a run ever saved, and which of them a person replaced or deleted. */
export type Ledger = {
  /** `words`: what saved it and where, for a report. */
  saved(sha1: string, words: string): void;
  /** The person wrote over it or deleted it, knowing or not: a copy of it is no longer owed. */
  replaced(sha1: string): void;
  /** It went into a file that had just lost its name to the client: see `writeInPlace`. */
  raced(sha1: string): void;
  /** Whether this was ever a whole content that a tool saved. */
  isWhole(sha1: string): boolean;
  /** The contents that must be readable somewhere in the end: SHA-1 -> description. */
  owed(): ReadonlyMap<string, string>;
  readonly counts: { readonly saved: number; readonly replaced: number; readonly raced: number };
};

const EMPTY = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';

export function openLedger(): Ledger {
  const copies = new Map<string, { copies: number; readonly words: string }>([[EMPTY, { copies: 0, words: 'empty' }]]);
  const counts = { saved: 0, replaced: 0, raced: 0 };
  const less = (sha1: string): void => {
    const known = copies.get(sha1);
    if (known !== undefined) known.copies -= 1;
  };
  return {
    counts,
    saved: (sha1, words) => {
      counts.saved += 1;
      const known = copies.get(sha1);
      if (known === undefined) copies.set(sha1, { copies: 1, words });
      else known.copies += 1;
    },
    replaced: (sha1) => {
      counts.replaced += 1;
      less(sha1);
    },
    raced: (sha1) => {
      counts.raced += 1;
      less(sha1);
    },
    isWhole: (sha1) => copies.has(sha1),
    owed: () => {
      const owed = [...copies].filter(([sha1, known]) => sha1 !== EMPTY && known.copies > 0);
      return new Map(owed.map(([sha1, known]) => [sha1, known.words]));
    },
  };
}

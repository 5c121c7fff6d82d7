/** A program that people use for the same work, set up as its users do, on folders of its own. */
export type Peer = {
  readonly name: string;
  /** The difference in work behind this peer's figure, where it is not quite the same. */
  readonly note: string;
  /** From a folder of this computer to a second place; seconds. */
  up(): Promise<number>;
  /** From there into a second folder; null: the first figure holds both ways, there is no place in between. */
  down: (() => Promise<number>) | null;
  /** When nothing changed; seconds. */
  again(): Promise<number>;
  /** A folder below the root is renamed; seconds until the other side shows it. Null: not measured. */
  rename: ((from: string, to: string) => Promise<number>) | null;
  /** A save here until it is visible there, in milliseconds; null: it does not watch. */
  save: ((path: string, text: string) => Promise<number>) | null;
  /** The processes that stay, for memory. */
  pids(): readonly number[];
  close(): Promise<void>;
};

/** Where a peer works: `from` holds the tree, `to` is empty or holds an equal copy, `work` is for itself. */
export type PeerPlace = {
  readonly from: string;
  readonly to: string;
  readonly work: string;
  readonly files: number;
  /** True: `to`, and what lies between, begin with an equal copy. */
  readonly isEqual: boolean;
};

export type PeerKind = {
  readonly program: string;
  readonly open: (place: PeerPlace) => Promise<Peer>;
};

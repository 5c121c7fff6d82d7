/** Part of a list, and where the next part begins. */
export type ListPart<Entry> = {
  readonly entries: readonly Entry[];
  /** Null: the end of the list. */
  readonly next: string | null;
  /** How many entries the client left out, because only their service has their types. */
  readonly leftOut?: number;
  /** Something in the list has changed since it was read. */
  readonly isStale?: true;
};

/** The parts read so far, and the markers at which they begin. */
export type ListParts<Entry> = {
  readonly pages: readonly ListPart<Entry>[];
  readonly pageParams: readonly (string | null)[];
};

/** Every part is stale. */
export function stale<Entry>({ pages, pageParams }: ListParts<Entry>): ListParts<Entry> {
  return { pages: pages.map((page) => ({ ...page, isStale: true })), pageParams };
}

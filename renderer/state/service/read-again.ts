import { replaceEqualDeep } from '@tanstack/react-query';
import { type ListPart, type ListParts, stale } from './parts.ts';

/** The fields of every entry; ids are unique per type. */
type Identified = { readonly id: string | number };

/** Parts by index, `last` included. */
type PartRange = { readonly first: number; readonly last: number };

/** The parts that contain these rows. */
export function partsAt<Entry>({ pages }: ListParts<Entry>, firstRow: number, lastRow: number): PartRange {
  const ends = pages.map((_, index) => pages.slice(0, index + 1).reduce((sum, page) => sum + page.entries.length, 0));
  const at = (row: number): number => {
    const found = ends.findIndex((end) => row < end);
    return found < 0 ? pages.length - 1 : found;
  };
  return { first: Math.max(0, at(firstRow)), last: at(lastRow) };
}

/**
 * Reads some parts again and joins them to the others, which keep their entries. It reads on until it meets the part that follows, so that nothing
 * is missing in between. Usually that is one request, and two if the list grew.
 */
export async function readAgain<Entry extends Identified>(
  { pages, pageParams }: ListParts<Entry>,
  { first, last }: PartRange,
  { read, keyOf }: { read: (marker: string | null) => Promise<ListPart<Entry>>; keyOf: (entry: Entry) => string },
): Promise<(now: ListParts<Entry>) => ListParts<Entry>> {
  const following = pages[last + 1];
  const followingAt = pageParams[last + 1] ?? null;
  const known = new Set(following?.entries.map(keyOf));
  const fresh: ListPart<Entry>[] = [];
  const markers: (string | null)[] = [];
  let marker = pageParams[first] ?? null;
  let isMet = false;
  // One part more than before, and one for the way to the part that follows.
  for (let reads = last - first + 3; reads > 0 && !isMet; reads -= 1) {
    const page = await read(marker);
    const end = page.entries.at(-1);
    isMet = following !== undefined && (page.next === followingAt || (end !== undefined && known.has(keyOf(end))));
    markers.push(marker);
    fresh.push(page);
    marker = page.next;
    if (marker === null || (following === undefined && fresh.length > last - first)) break;
  }
  const hasRest = isMet && marker !== null;
  return (now) => joined(now, { first, last: hasRest ? last : now.pages.length - 1 }, { fresh, markers, keyOf });
}

type Read<Entry> = {
  /** When the reading began, and when it ended. */
  readonly known: ListParts<Entry>;
  readonly now: ListParts<Entry>;
  readonly joined: (now: ListParts<Entry>) => ListParts<Entry>;
};

/**
 * The list after parts were read again. If those have changed in the meantime, the answer may be older than the change: rows that a person changed
 * stay as they are, and the parts are still stale.
 */
export function afterReading<Entry>({ known, now, joined }: Read<Entry>, { first, last }: PartRange): ListParts<Entry> {
  const before = known.pages.slice(first, last + 1);
  const isTouched = before.some((page, index) => now.pages[first + index] !== page);
  const isPatched = before.some((page, index) => now.pages[first + index]?.entries !== page.entries);
  if (isPatched) return stale(now);
  return isTouched ? stale(joined(now)) : joined(now);
}

type Fresh<Entry> = {
  readonly fresh: readonly ListPart<Entry>[];
  readonly markers: readonly (string | null)[];
  readonly keyOf: (entry: Entry) => string;
};

/**
 * The list with fresh parts in place of others. Entries that have not changed stay the same objects, so that their rows do not render. An entry that moved into a fresh part is removed where it was, and the part that follows begins where
 * the fresh ones end: its old marker may point to a row before theirs.
 */
function joined<Entry extends Identified>(
  { pages, pageParams }: ListParts<Entry>,
  { first, last }: PartRange,
  { fresh, markers, keyOf }: Fresh<Entry>,
): ListParts<Entry> {
  const here = new Set(fresh.flatMap(({ entries }) => entries.map(keyOf)));
  const ids = new Set(fresh.flatMap(({ entries }) => entries.map(({ id }) => id)));
  // Ids first, because building the keys of a hundred thousand entries would delay a frame.
  const isHere = (entry: Entry): boolean => ids.has(entry.id) && here.has(keyOf(entry));
  const rest = (page: ListPart<Entry>): ListPart<Entry> =>
    page.entries.some(isHere) ? { ...page, entries: page.entries.filter((entry) => !isHere(entry)) } : page;
  const replaced = pages.slice(first, last + 1);
  const known = new Map(replaced.flatMap(({ entries }) => entries.map((entry) => [keyOf(entry), entry] as const)));
  const same = fresh.map((part, index): ListPart<Entry> => {
    const entries = part.entries.map((entry) => replaceEqualDeep(known.get(keyOf(entry)), entry));
    const before = replaced[index]?.entries ?? [];
    const isSame = before.length === entries.length && entries.every((entry, at) => entry === before[at]);
    return { ...part, entries: isSame ? before : entries };
  });
  return {
    pages: [...pages.slice(0, first).map(rest), ...same, ...pages.slice(last + 1).map(rest)],
    pageParams: [
      ...pageParams.slice(0, first),
      ...markers,
      ...pageParams.slice(last + 1).map((param, index) => (index === 0 ? (fresh.at(-1)?.next ?? null) : param)),
    ],
  };
}

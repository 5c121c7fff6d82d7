import { useCallback, useMemo, useState } from 'react';
import { z } from 'zod';
import { useAccountKey } from '../account/account-key.ts';
import { dropTexts, keepText, readText, useKeptText } from '../preferences/kept-text.ts';

/**
 * A state of a page that belongs to its entry in the browser's history: Back and Forward find it again, a new visit begins with `initial`. Each account
 * has its own. `schema`: what was kept may come from another version.
 */
export function useEntryState<Value>(
  key: string,
  schema: z.ZodType<Value>,
  initial: Value,
): readonly [Value, (next: Value) => void] {
  const [text, setText] = useKeptText(useEntryKey(key), JSON.stringify(initial));
  const value = useMemo(() => valueIn(text, schema) ?? initial, [text, schema, initial]);
  const setValue = useCallback((next: Value): void => setText(JSON.stringify(next)), [setText]);
  return [value, setValue];
}

/** The same for a search word. */
export const useEntryWord = (key: string, initial = ''): readonly [string, (next: string) => void] =>
  useKeptText(useEntryKey(key), initial);

/** The same for one of a few choices. */
export function useEntryChoice<Id extends string>(
  key: string,
  ids: readonly Id[],
  initial: Id,
): readonly [Id, (chosen: Id) => void] {
  const [text, setText] = useKeptText(useEntryKey(key), initial);
  return [ids.find((id) => id === text) ?? initial, setText];
}

/** The current row of a list, where it is, and how far below the top of what is visible, in pixels. */
const Place = z.object({ key: z.string(), index: z.number(), awayPx: z.number() });
export type Place = z.output<typeof Place>;

/** What a grid needs to begin at the place where the person left it, and to keep the place. */
export type EntryPlace = {
  /** Null: none is kept, or the list has begun. */
  readonly first: string | null;
  readonly firstIndex: number | null;
  readonly firstAwayPx: number | null;
  readonly onBegun: () => void;
  readonly onPlace: (key: string, index: number, awayPx: number) => void;
};

/** The place in a list. Keeping it renders nothing. `list`: its name among those of the page; `otherwise`: the row to begin at if no place is kept. */
export function useEntryPlace(list: string, otherwise: string | null = null): EntryPlace {
  const name = useEntryKey(`${list}.place`);
  const [kept] = useState(() => valueIn(readText(name) ?? '', Place));
  const [hasBegun, setBegun] = useState(false);
  const [onBegun] = useState(() => (): void => setBegun(true));
  return {
    first: hasBegun ? null : (kept?.key ?? otherwise),
    firstIndex: kept?.index ?? null,
    firstAwayPx: kept?.awayPx ?? null,
    onBegun,
    onPlace: (key, index, awayPx) => keepText(name, JSON.stringify({ key, index, awayPx } satisfies Place)),
  };
}

function valueIn<Value>(text: string, schema: z.ZodType<Value>): Value | null {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function useEntryKey(key: string): string {
  const [entry] = useState(entryNow);
  return `entry.${entry}.${useAccountKey()}.${key}`;
}

/** Browsers have no more entries than these. */
const MOST_ENTRIES = 200;
const LAST = 'entries';

/** The number of the current entry of the history. It is in the entry only: browsers limit how often that may change. */
function entryNow(): number {
  const state: unknown = window.history.state;
  const known = z.object({ entry: z.int() }).safeParse(state);
  if (known.success) return known.data.entry;
  const entry = Number(readText(LAST) ?? 0) + 1;
  keepText(LAST, String(entry));
  dropTexts(`entry.${entry - MOST_ENTRIES}.`);
  window.history.replaceState({ entry }, '');
  return entry;
}

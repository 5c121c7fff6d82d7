import { useState } from 'react';

/**
 * The list entry whose panel is open, in its current state. While the list reloads or is filtered, its last known state, so that a
 * half-filled form in the panel stays.
 */
export function useStickySelection<Entry>(
  entries: readonly Entry[],
  chosen: string | null,
  keyOf: (entry: Entry) => string,
): Entry | undefined {
  const [last, keep] = useState<Entry | undefined>(undefined);
  const found = chosen === null ? undefined : entries.find((entry) => keyOf(entry) === chosen);
  if (found !== undefined && found !== last) keep(found);
  if (chosen === null) return undefined;
  return found ?? (last !== undefined && keyOf(last) === chosen ? last : undefined);
}

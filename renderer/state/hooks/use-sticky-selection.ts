import { useState } from 'react';

/**
 * The list entry whose panel is open, in its current state. While the list reloads or is filtered, its last known state, so that a
 * half-filled form in the panel stays.
 */
export function useStickySelection<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  chosen: string | null,
): Entry | undefined {
  const [last, keep] = useState<Entry | undefined>(undefined);
  const found = chosen === null ? undefined : entries.find(({ id }) => id === chosen);
  if (found !== undefined && found !== last) keep(found);
  if (chosen === null) return undefined;
  return found ?? (last?.id === chosen ? last : undefined);
}

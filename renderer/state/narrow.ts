import { useSyncExternalStore } from 'react';

/** Narrower than a tablet: a table keeps only the columns that say most. The same border as `md:` in the style. */
const NARROW = '(max-width: 47.99rem)';

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

import { useSyncExternalStore } from 'react';

/** Below the first breakpoint of the tokens (`sm`): one column, and a bar at the bottom. */
const NARROW = '(max-width: 37.49rem)';

export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

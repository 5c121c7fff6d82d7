import { useCallback, useSyncExternalStore } from 'react';

/** Below the first breakpoint of the tokens (`sm`): one column, and a bar at the bottom. */
const NARROW = '(max-width: 37.49rem)';

export const useIsNarrow = (): boolean => useMatches(NARROW);

/** No room for the side bar, a list with its states and sizes, and a panel beside each other. */
const TIGHT = '(max-width: 74.99rem)';

export const useIsTight = (): boolean => useMatches(TIGHT);

function useMatches(condition: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = matchMedia(condition);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [condition],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(condition).matches);
}

import { useCallback, useSyncExternalStore } from 'react';

/** Below the first breakpoint of the tokens (`sm`): one column, and a bar at the bottom. */
const NARROW = '(max-width: 37.49rem)';

export const useIsNarrow = (): boolean => useMatches(NARROW);

/** Below the second breakpoint of the tokens (`md`): no room for a panel beside a list. */
const TIGHT = '(max-width: 56.24rem)';

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

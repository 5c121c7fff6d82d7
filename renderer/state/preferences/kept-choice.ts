import { useState } from 'react';

/** One of a few ways to show something, stored in this browser under `key`; the first unless another was chosen. */
export function useKeptChoice<Id extends string>(
  key: string,
  ids: readonly [Id, ...Id[]],
): readonly [Id, (chosen: Id) => void] {
  const [chosen, setChosen] = useState<Id>(() => ids.find((id) => id === localStorage.getItem(key)) ?? ids[0]);
  // Stable, so that a memoised component that gets it does not render again.
  const [choose] = useState(() => (next: Id): void => {
    localStorage.setItem(key, next);
    setChosen(next);
  });
  return [chosen, choose];
}

import { useEffect } from 'react';
import type { LazyPart } from './lazy-with-retry.ts';

/** Loads a part as soon as its opener is drawn, so that it opens without a wait. */
export function usePreloaded({ preload }: Pick<LazyPart<never>, 'preload'>): void {
  useEffect(() => void preload(), [preload]);
}

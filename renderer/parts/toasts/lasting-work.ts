import { writableStore } from '../../state/bridge/store.ts';
import { type Done, refusal } from './done.ts';

/** Fewer items are done before anyone could stop them. */
const LONG_FROM = 50;

/** Shows progress and a way to stop, if there are many items. */
export function lastingWork(tell: (done: Done) => void, sentence: string, total: number) {
  const abort = new AbortController();
  const share = writableStore(0);
  const isShown = total >= LONG_FROM;
  if (isShown) tell({ sentence, undo: null, work: { share, stop: () => abort.abort() } });
  return {
    signal: abort.signal,
    /** Nothing was done, and the page of the action may show why. */
    onFailed: (error: unknown): void => {
      if (isShown) tell(refusal(error));
    },
    onProgress: (count: number): void => share.set(Math.floor((100 * count) / total) / 100),
  };
}

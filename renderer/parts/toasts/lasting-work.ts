import { writableStore } from '../../state/bridge/store.ts';
import { type Done, refusal } from './done.ts';

/** Work that ends sooner shows only its result. */
const SHOWN_AFTER_MS = 400;

/** The signal to watch, and the progress to report. */
export type Work = {
  /** No further item is begun. */
  readonly signal: AbortSignal;
  /** Called with the number of items that have an outcome, of all of them. */
  readonly onProgress: (count: number, total: number) => void;
};

type About = {
  readonly tell: (done: Done) => void;
  readonly sentence: string;
  /** There is a next item not to begin. */
  readonly canStop: boolean;
};

/** Shows progress until the work ends, if it takes a while, and a way to stop it if there is one. */
export async function lastingWork<Result>(
  { tell, sentence, canStop }: About,
  run: (work: Work) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController();
  const share = writableStore(0);
  let isShown = false;
  const onProgress: Work['onProgress'] = (count, total) => share.set(Math.floor((100 * count) / total) / 100);
  const ended = run({ signal: abort.signal, onProgress });
  const show = (): void => {
    isShown = true;
    const progress = canStop ? { share, stop: () => abort.abort() } : null;
    tell({ sentence, undo: null, work: { progress, ended } });
  };
  const timer = setTimeout(show, SHOWN_AFTER_MS);
  try {
    return await ended;
  } catch (error) {
    // The page that shows the reason may be closed.
    if (isShown) tell(refusal(error));
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

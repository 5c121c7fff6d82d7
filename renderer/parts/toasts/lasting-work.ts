import { writableStore } from '../../state/bridge/store.ts';
import { type Done, refusal } from './done.ts';

/** Fewer items are done before anyone could stop them. */
const LONG_FROM = 50;

/** What the work watches and reports. */
export type Work = {
  /** No further item is begun. */
  readonly signal: AbortSignal;
  /** Called with the number of items that have an outcome. */
  readonly onProgress: (count: number) => void;
};

type About = { readonly tell: (done: Done) => void; readonly sentence: string; readonly total: number };

/** Shows progress and a way to stop until the work ends, if there are many items. */
export async function lastingWork<Result>(
  { tell, sentence, total }: About,
  run: (work: Work) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController();
  const share = writableStore(0);
  const isShown = total >= LONG_FROM;
  const onProgress = (count: number): void => share.set(Math.floor((100 * count) / total) / 100);
  const ended = run({ signal: abort.signal, onProgress });
  if (isShown) tell({ sentence, undo: null, work: { share, stop: () => abort.abort(), ended } });
  try {
    return await ended;
  } catch (error) {
    // The page of the action, which shows why, may be closed by now.
    if (isShown) tell(refusal(error));
    throw error;
  }
}

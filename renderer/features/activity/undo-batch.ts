import type { CommandAnswer } from '../../../preload/ipc/commands.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import type { Done } from '../../parts/toasts/done.ts';
import { lastingWork } from '../../parts/toasts/lasting-work.ts';
import { ask } from '../../state/bridge/bridge.ts';
import { texts } from '../../texts/texts.ts';

type Answer = CommandAnswer<'activity.undo'>;

/** `left`: the entries that a stop left as they are. */
export type Undone = { readonly undone: number; readonly refused: Answer['refused']; readonly left: number };

/** `what`: the items, counted. */
type About = { readonly tell: (done: Done) => void; readonly what: string };

/** Entries that one request undoes: few enough for progress that moves, and for a stop that is soon over. */
export const UNDONE_AT_ONCE = 25;

/** Undoes one entry, which may take a while if it is a large folder. */
export async function undoEntry(bridge: TandemBridge, id: number, { tell, what }: About): Promise<Undone> {
  const about = { tell, sentence: texts.activity.undoing(what), canStop: false };
  return { ...(await lastingWork(about, () => ask(bridge, 'activity.undo', { id }))), left: 0 };
}

/** Undoes a batch, with progress and a way to stop if it is long. `kinds`: only its entries of these kinds. */
export async function undoBatch(
  bridge: TandemBridge,
  batch: { readonly batch: number; readonly kinds: string[] | undefined },
  { tell, what, isLong }: About & { readonly isLong: boolean },
): Promise<Undone> {
  const about = { tell, sentence: texts.activity.undoing(what), canStop: isLong };
  let [undone, ended] = [0, 0];
  const refused: Answer['refused'] = [];
  const left = await lastingWork(about, async ({ signal, onProgress }) => {
    let rest: Answer['rest'];
    do {
      const part = { most: UNDONE_AT_ONCE, after: rest?.after };
      const answer = await ask(bridge, 'activity.undo', { ...batch, part });
      rest = answer.rest;
      undone += answer.undone;
      ended += answer.undone + answer.refused.length;
      refused.push(...answer.refused);
      onProgress(ended, ended + (rest?.entries ?? 0));
    } while (rest !== undefined && !signal.aborted);
    return rest?.entries ?? 0;
  });
  if (left > 0) tell({ sentence: texts.activity.stoppedAfter(undone, ended + left), undo: null });
  return { undone, refused, left };
}

import { CommandRefused, concernsAll } from '../../state/bridge/bridge.ts';
import { texts } from '../../texts/texts.ts';
import { refusal } from './done.ts';
import type { Work } from './lasting-work.ts';

export type Refused<Each> = { readonly item: Each; readonly error: CommandRefused };

/** Both in the order of the items. Those in neither were not begun. */
export type Outcome<Each> = { readonly done: readonly Each[]; readonly refused: readonly Refused<Each>[] };

/** Requests under way: enough to hide their round trips. The client paces them if the service asks for it. */
const AT_ONCE = 8;

/** Does something to each item. A refusal of one does not stop the others, unless each of them would meet it too. */
export async function eachItem<Each>(
  items: readonly Each[],
  act: (item: Each) => Promise<unknown>,
  { signal, onProgress }: Work = unwatched,
): Promise<Outcome<Each>> {
  const outcomes = new Map<Each, CommandRefused | null>();
  // Shared by all workers.
  const waiting = items.values();
  let isOver = false;
  const work = async (): Promise<void> => {
    while (!isOver && !signal.aborted) {
      const next = waiting.next();
      if (next.done === true) return;
      const error = await refusalOf(() => act(next.value));
      isOver ||= error !== null && concernsAll(error);
      outcomes.set(next.value, error);
      onProgress(outcomes.size, items.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const refused = items.flatMap((item) => {
    const error = outcomes.get(item) ?? null;
    return error === null ? [] : [{ item, error }];
  });
  return { done: items.filter((item) => outcomes.get(item) === null), refused };
}

/** Work without progress and without a way to stop. */
export const unwatched: Work = { signal: new AbortController().signal, onProgress: () => undefined };

async function refusalOf(act: () => Promise<unknown>): Promise<CommandRefused | null> {
  try {
    await act();
    return null;
  } catch (error) {
    if (error instanceof CommandRefused) return error;
    throw error;
  }
}

/** The same for a caller that reports no items: throws the first refusal, once the others have an outcome. */
export async function doEach<Each>(items: readonly Each[], act: (item: Each) => Promise<unknown>): Promise<void> {
  const [first] = (await eachItem(items, act)).refused;
  if (first !== undefined) throw first.error;
}

/** Names the first refused item, with the reason, and counts the others. */
export function refusedSentence<Each>(
  [first, ...others]: readonly Refused<Each>[],
  named: (item: Each, why: string) => string,
): string {
  if (first === undefined) return '';
  const sentence = named(first.item, refusal(first.error).sentence);
  return others.length === 0 ? sentence : `${sentence} ${texts.files.refusedToo(others.length)}`;
}

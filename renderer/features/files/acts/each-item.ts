import type { Work } from '../../../parts/toasts/lasting-work.ts';
import { CommandRefused, concernsAll } from '../../../state/bridge/bridge.ts';
import type { Item } from '../../../state/items/item.ts';

export type Refused = { readonly item: Item; readonly error: CommandRefused };

/** Both in the order of the items. Those in neither were not begun. */
export type Outcome = { readonly done: readonly Item[]; readonly refused: readonly Refused[] };

/** Requests under way: enough to hide their round trips. The client paces them if the service asks for it. */
const AT_ONCE = 8;

/** Does something to each item. A refusal of one does not stop the others, unless each of them would meet it too. */
export async function eachItem(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { signal, onProgress }: Work = unwatched,
): Promise<Outcome> {
  const outcomes = new Map<Item, CommandRefused | null>();
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
      onProgress(outcomes.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const refused = items.flatMap((item) => {
    const error = outcomes.get(item) ?? null;
    return error === null ? [] : [{ item, error }];
  });
  return { done: items.filter((item) => outcomes.get(item) === null), refused };
}

const unwatched: Work = { signal: new AbortController().signal, onProgress: () => undefined };

async function refusalOf(act: () => Promise<unknown>): Promise<CommandRefused | null> {
  try {
    await act();
    return null;
  } catch (error) {
    if (error instanceof CommandRefused) return error;
    throw error;
  }
}

import { type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import type { CommandAnswer, CommandInput } from '../../../preload/ipc/commands.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import type { Done } from '../../parts/toasts/done.ts';
import { useToast } from '../../parts/toasts/toasts.tsx';
import { useAction } from '../../state/bridge/actions.ts';
import { ask, CommandRefused } from '../../state/bridge/bridge.ts';

type DecisionName = 'conflict.resolve' | 'held.release';

/** The longest time between the two clicks of a double click. */
const DOUBLE_CLICK_MS = 500;

type Decision<Name extends DecisionName> = UseMutationResult<
  CommandAnswer<Name>,
  CommandRefused,
  CommandInput<Name>
> & {
  /**
   * Decides, unless another decision was just made: the next question moves to the place of the decided one, and the second click of a double click
   * would decide that too.
   */
  readonly once: (decide: () => void) => void;
};

/** A decision that a toast reports. Null: its outcome is shown elsewhere. */
export function useDecision<Name extends DecisionName>(
  name: Name,
  doneOf: (answer: CommandAnswer<Name>, input: CommandInput<Name>) => Done | null,
): Decision<Name> {
  const tell = useToast();
  const mutations = useQueryClient().getMutationCache();
  const action = useAction(name, (answer, input) => {
    const done = doneOf(answer, input);
    if (done !== null) tell(done);
  });
  const once = (decide: () => void): void => {
    const since = Date.now() - DOUBLE_CLICK_MS;
    const recent = mutations.find({
      mutationKey: [name],
      predicate: ({ state: { status, submittedAt } }) => status !== 'error' && submittedAt > since,
    });
    if (recent === undefined) decide();
  };
  return { ...action, once };
}

/** Undoes the journal batch of a decision about a conflict. */
export async function undoDecision(bridge: TandemBridge, batch: number): Promise<void> {
  const { refused } = await ask(bridge, 'activity.undo', { batch });
  const [first] = refused;
  if (first !== undefined) throw new CommandRefused({ code: 'not_undone', ...first });
}

import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import type { CommandAnswer, CommandInput, CommandName } from '../../../preload/ipc/commands.ts';
import { ask, type CommandRefused, useBridge } from './bridge.ts';
import { useLateRefusal } from './late-refusals.ts';

/**
 * A command started by a person. Pending until answered, and until `afterwards` is over, which is called even if the page is gone by then; keeps its
 * refusal for the page to show, and reports it if that is gone.
 */
export function useAction<Name extends CommandName>(
  name: Name,
  afterwards?: (answer: CommandAnswer<Name>, input: CommandInput<Name>) => Promise<void> | void,
): UseMutationResult<CommandAnswer<Name>, CommandRefused, CommandInput<Name>> {
  const bridge = useBridge();
  return useMutation({
    mutationKey: [name],
    mutationFn: (input: CommandInput<Name>) => ask(bridge, name, input),
    onError: useLateRefusal(),
    ...(afterwards === undefined ? {} : { onSuccess: afterwards }),
  });
}

/** A command whose answer a page shows. Null `input`: not sent yet. */
export function useAnswer<Name extends CommandName>(
  name: Name,
  input: CommandInput<Name> | null,
): UseQueryResult<CommandAnswer<Name>, CommandRefused> {
  const bridge = useBridge();
  return useQuery<CommandAnswer<Name>, CommandRefused>({
    queryKey: [name, input],
    queryFn: () =>
      input === null ? Promise.reject(new Error(`${name} was asked without a question`)) : ask(bridge, name, input),
    enabled: input !== null,
  });
}

import { type UseMutationResult, type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import type { ServiceAnswer, ServiceCall, ServiceRequest } from '../../../preload/ipc/service-calls.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { ask, type CommandRefused, useBridge } from '../bridge/bridge.ts';
import { useLateRefusal } from '../bridge/late-refusals.ts';

/** The first part of every service query key; the operation's name follows. */
export const SERVICE = 'service';

/** One operation of the service; rejects with `CommandRefused`. */
export async function callService<Name extends ServiceCall>(
  bridge: TandemBridge,
  operation: Name,
  request: ServiceRequest<Name>,
): Promise<ServiceAnswer<Name>> {
  // The main process has validated the answer against the operation's declaration, from which this type derives.
  return (await ask(bridge, 'service.call', { operation, request })) as ServiceAnswer<Name>;
}

/** An answer of the service for a page. Null `request`: not sent yet. `select`: the part of it that the page shows, of which a change renders it. */
export function useService<Name extends ServiceCall, Part = ServiceAnswer<Name>>(
  operation: Name,
  request: ServiceRequest<Name> | null,
  select?: (answer: ServiceAnswer<Name>) => Part,
): UseQueryResult<Part, CommandRefused> {
  const bridge = useBridge();
  return useQuery<ServiceAnswer<Name>, CommandRefused, Part>({
    queryKey: [SERVICE, operation, request],
    queryFn: () =>
      request === null
        ? Promise.reject(new Error(`${operation} was asked without a request`))
        : callService(bridge, operation, request),
    enabled: request !== null,
    ...(select === undefined ? {} : { select }),
  });
}

/**
 * An action on the service. The freshness table lists the data that it makes stale. `afterwards` gets the answer in any case: the row, the dialog or
 * the page of the action may be gone before it arrives, and what is given to `mutate` is dropped with them. So an action is reported here, and what
 * only the page shows is changed there.
 */
export function useServiceAction<Input, Output>(
  act: (bridge: TandemBridge, input: Input) => Promise<Output>,
  afterwards?: (answer: Output, input: Input) => void,
  { refused, key }: ActionOptions<Input> = {},
): UseMutationResult<Output, CommandRefused, Input> {
  const bridge = useBridge();
  const late = useLateRefusal();
  return useMutation({
    mutationFn: (input: Input) => act(bridge, input),
    onError: refused ?? late,
    ...(key === undefined ? {} : { mutationKey: [key] }),
    ...(afterwards === undefined ? {} : { onSuccess: (answer: Output, input: Input) => afterwards(answer, input) }),
  });
}

type ActionOptions<Input> = {
  /** For actions whose page shows no error; other refusals are reported if their page is gone. */
  readonly refused?: (error: CommandRefused, input: Input) => void;
  /** Finds the action while it is under way, also after its page is gone. */
  readonly key?: string;
};

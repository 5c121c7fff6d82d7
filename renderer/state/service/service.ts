import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TandemBridge } from '../../../preload/ipc/bridge.ts';
import type { ServiceAnswer, ServiceCall, ServiceRequest } from '../../../preload/ipc/service-calls.ts';
import { ask, type CommandRefused, useBridge } from '../bridge/bridge.ts';
import { useSession, useStatus } from '../bridge/session.ts';
import { useStore } from '../bridge/store.ts';

/** Prefix of all service query keys, so that one change can refetch everything. */
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

/** An answer of the service for a page. Null `request`: not sent yet. */
export function useService<Name extends ServiceCall>(
  operation: Name,
  request: ServiceRequest<Name> | null,
): UseQueryResult<ServiceAnswer<Name>, CommandRefused> {
  const bridge = useBridge();
  return useQuery<ServiceAnswer<Name>, CommandRefused>({
    queryKey: [SERVICE, operation, request],
    queryFn: () =>
      request === null
        ? Promise.reject(new Error(`${operation} was asked without a request`))
        : callService(bridge, operation, request),
    enabled: request !== null,
  });
}

/** An action on the service; afterwards all service queries are refetched. */
export function useServiceAction<Input, Output>(
  act: (bridge: TandemBridge, input: Input) => Promise<Output>,
): UseMutationResult<Output, CommandRefused, Input> {
  const bridge = useBridge();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => act(bridge, input),
    // Also after a failure, which may be partial. Not awaited: the person's action is complete.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: [SERVICE] });
    },
  });
}

/** Sync produces bursts of changes: refetch at most this often. */
const FRESH_EVERY_MS = 2_000;

/** Refetches when the engine has seen a change, or this window has uploaded something: displayed data of the service may be stale. */
export function useFreshService(): void {
  const queries = useQueryClient();
  const sent = useStore(useSession().drops).reduce((sum, batch) => sum + batch.sent, 0);
  const lastChangeMs = useStatus(({ roots }) => Math.max(0, ...roots.map((root) => root.lastChange?.atMs ?? 0)));
  // One-off transfers belong to no root whose last change would show them.
  const oneOff = useStatus(({ transfers }) => transfers.filter(({ rootId }) => rootId === null).length);
  const seen = `${lastChangeMs} ${sent} ${oneOff}`;
  const last = useRef({ seen, atMs: 0 });
  useEffect(() => {
    if (last.current.seen === seen) return;
    const ask = (): void => {
      last.current = { seen, atMs: Date.now() };
      // Let running queries finish, or a long list would never complete.
      void queries.invalidateQueries({ queryKey: [SERVICE] }, { cancelRefetch: false });
    };
    const timer = setTimeout(ask, Math.max(0, last.current.atMs + FRESH_EVERY_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [queries, seen]);
}

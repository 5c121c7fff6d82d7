import type { EventSignal } from '../../ports/event-signal.ts';
import type { RequestCounts } from '../../ports/request-counts.ts';
import { createListeners } from './listeners.ts';

/** Wakes listeners within one process, which is enough when a single process serves all requests. There are no others to tell or hear. */
export function memoryEventSignal(): EventSignal & RequestCounts {
  const listeners = createListeners();
  return {
    announce: listeners.wake,
    subscribe: async (userId) => listeners.subscribe(userId),
    tell: () => undefined,
    hear: () => undefined,
  };
}

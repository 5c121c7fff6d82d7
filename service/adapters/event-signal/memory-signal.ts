import type { EventSignal } from '../../ports/event-signal.ts';
import { createListeners } from './listeners.ts';

/** Wakes listeners within one process, which is enough when a single process serves all requests. */
export function memoryEventSignal(): EventSignal {
  const listeners = createListeners();
  return { announce: listeners.wake, subscribe: async (userId) => listeners.subscribe(userId) };
}

import type { EventSignal, EventSubscription } from '../ports/event-signal.ts';

/** Wakes listeners within one process, which is enough when a single process serves all requests. */
export function memoryEventSignal(): EventSignal {
  const listeners = new Map<string, Set<() => void>>();
  return {
    announce(userIds) {
      for (const userId of userIds) {
        for (const wake of listeners.get(userId) ?? []) wake();
      }
    },
    subscribe(userId) {
      return subscription(listeners, userId);
    },
  };
}

function subscription(listeners: Map<string, Set<() => void>>, userId: string): EventSubscription {
  const { promise, resolve } = Promise.withResolvers<void>();
  const own = listeners.get(userId) ?? new Set();
  listeners.set(userId, own.add(resolve));
  return {
    changed: promise,
    close() {
      own.delete(resolve);
      // Only if the map still holds this set: a later listener may have replaced it.
      if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId);
    },
  };
}

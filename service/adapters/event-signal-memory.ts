import type { EventSignal, EventSubscription } from '../ports/event-signal.ts';

/** Wakes listeners within one process, which is enough while one process serves all requests. */
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
      // Only when the set is still the one in the map: a later listener may have put another there.
      if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId);
    },
  };
}

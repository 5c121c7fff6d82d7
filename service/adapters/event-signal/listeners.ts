import type { EventSubscription } from '../../ports/event-signal.ts';

/** The listeners of this process, by user. */
export interface Listeners {
  /** Wakes the listeners of these users. */
  wake(userIds: Iterable<string>): void;
  wakeAll(): void;
  subscribe(userId: string): EventSubscription;
}

/**
 * Keeps the listeners of one process. `onFirst` and `onLast` report that a user got the first listener or lost the last one; a signal that
 * is addressed per user subscribes by them.
 */
export function createListeners(onFirst?: (userId: string) => void, onLast?: (userId: string) => void): Listeners {
  const listeners = new Map<string, Set<() => void>>();
  const wake = (userIds: Iterable<string>) => {
    for (const userId of userIds) {
      for (const each of listeners.get(userId) ?? []) each();
    }
  };
  const subscribe = (userId: string): EventSubscription => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const isFirst = !listeners.has(userId);
    const own = listeners.get(userId) ?? new Set();
    listeners.set(userId, own.add(resolve));
    if (isFirst) onFirst?.(userId);
    return {
      changed: promise,
      close: () => {
        // Closing twice, or after a later listener replaced this set, changes nothing.
        if (!own.delete(resolve) || own.size > 0) return;
        listeners.delete(userId);
        onLast?.(userId);
      },
    };
  };
  return { wake, wakeAll: () => wake([...listeners.keys()]), subscribe };
}

import { useSyncExternalStore } from 'react';

/** A minimal observable value that React can subscribe to. */
export type Store<Value> = {
  readonly get: () => Value;
  readonly subscribe: (listener: () => void) => () => void;
};

export type WritableStore<Value> = Store<Value> & { set(value: Value): void };

export function writableStore<Value>(initial: Value): WritableStore<Value> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}

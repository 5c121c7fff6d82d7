import { replaceEqualDeep } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { MAX_PATH_STATES, type PathState } from '../../../preload/ipc/shapes/path-state.ts';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import { ask, useBridge } from '../bridge/bridge.ts';
import { useConnection } from '../bridge/session.ts';
import { type Item } from './item.ts';

/**
 * The engine's states of visible rows. Each cell subscribes to its own row, so that a transfer renders one cell rather than the
 * list.
 */
export type PathStates = {
  readonly get: (id: string) => PathState | undefined;
  readonly subscribe: (id: string, listener: () => void) => () => void;
  /** Call it with the last visible row. */
  readonly seen: (lastIndex: number) => void;
};

/** Rows beyond the visible ones are requested too, in steps, so that scrolling causes few requests. */
const STEP = MAX_PATH_STATES / 4;

export function usePathStates(items: readonly Item[]): PathStates {
  const bridge = useBridge();
  const isConnected = useConnection() === 'connected';
  const [states] = useState(createStates);
  const [asker] = useState(() => createAsker(bridge, states.put));
  useEffect(() => bridge.subscribe('paths', states.put), [bridge, states]);
  useEffect(() => asker.follow(items, isConnected), [asker, items, isConnected]);
  const [told] = useState((): PathStates => ({ get: states.get, subscribe: states.subscribe, seen: asker.seen }));
  return told;
}

/** Asks for one window of rows at a time and renders nothing: fast scrolling skips the windows that it passes before the answer. */
function createAsker(bridge: TandemBridge, put: (states: readonly PathState[]) => void) {
  let items: readonly Item[] = [];
  let step = 0;
  let asked = '';
  let isAsking = false;
  const look = async (): Promise<void> => {
    const from = Math.max(0, (step - 2) * STEP);
    const ids = items
      .slice(from, from + MAX_PATH_STATES)
      .flatMap((item) => (item.type === 'web_link' ? [] : [item.id]));
    if (isAsking || ids.length === 0 || ids.join() === asked) return;
    asked = ids.join();
    isAsking = true;
    await ask(bridge, 'paths.state', { paths: ids.map((id) => ({ id })) }).then(
      (answer) => put(answer.states),
      // Missing row states are not worth an error: the connection reports the problem.
      () => undefined,
    );
    isAsking = false;
    await look();
  };
  return {
    follow(next: readonly Item[], isConnected: boolean): void {
      items = isConnected ? next : [];
      // Changes before a reconnect were not reported, so the same rows are asked about again.
      if (!isConnected) asked = '';
      void look();
    },
    seen(lastIndex: number): void {
      const next = Math.floor(lastIndex / STEP);
      if (next === step) return;
      step = next;
      void look();
    },
  };
}

/** The state of one row; undefined until the engine has answered. */
export function usePathState(states: PathStates, id: string): PathState | undefined {
  return useSyncExternalStore(
    (listener) => states.subscribe(id, listener),
    () => states.get(id),
  );
}

function createStates() {
  const known = new Map<string, PathState>();
  const listeners = new Map<string, Set<() => void>>();
  return {
    get: (id: string) => known.get(id),
    subscribe(id: string, listener: () => void): () => void {
      const those = listeners.get(id) ?? new Set();
      listeners.set(id, those.add(listener));
      return () => void those.delete(listener);
    },
    put(told: readonly PathState[]): void {
      for (const state of told) {
        if (!('id' in state.address)) continue;
        // The same state again renders nothing.
        const before = known.get(state.address.id);
        const now = replaceEqualDeep(before, state);
        if (now === before) continue;
        known.set(state.address.id, now);
        for (const listener of listeners.get(state.address.id) ?? []) listener();
      }
    },
  };
}

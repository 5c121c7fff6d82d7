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
  /** Counts what has changed, at most a few times a second, for a list that is filtered by state. */
  readonly turn: { readonly get: () => number; readonly subscribe: (listener: () => void) => () => void };
  /** The rows to ask about; `isWhole`: all of them, and not only those in sight. */
  readonly follow: (items: readonly Item[], isWhole: boolean) => void;
};

/** Rows beyond the visible ones are requested too, in steps, so that scrolling causes few requests. */
const STEP = MAX_PATH_STATES / 4;
/** How often a list that is filtered by state is filtered again while states change, and asked for again if it is long, in milliseconds. */
const TURN_MS = 200;
const AGAIN_MS = 5_000;

export function usePathStates(): PathStates {
  const bridge = useBridge();
  const isConnected = useConnection() === 'connected';
  const [states] = useState(createStates);
  const [asker] = useState(() => createAsker(bridge, states.put));
  useEffect(() => bridge.subscribe('paths', states.put), [bridge, states]);
  useEffect(() => asker.connect(isConnected), [asker, isConnected]);
  useEffect(() => asker.stop, [asker]);
  const [told] = useState((): PathStates => {
    const { get, subscribe, turn } = states;
    return { get, subscribe, turn, seen: asker.seen, follow: asker.follow };
  });
  return told;
}

/** Asks about the rows of a list. */
export function useFollowed(states: PathStates, items: readonly Item[], isWhole: boolean): void {
  useEffect(() => states.follow(items, isWhole), [states, items, isWhole]);
}

/** A number that changes with the states, for a list that is filtered by them. */
export function useStateTurn({ turn }: PathStates, isWanted: boolean): number {
  return useSyncExternalStore(turn.subscribe, () => (isWanted ? turn.get() : 0));
}

/**
 * Asks for one window of rows at a time and renders nothing: fast scrolling skips the windows that it passes before the answer. Of a list that is
 * filtered by state all rows are asked for, part by part; the engine reports changes among the rows of the last question alone, so those of a long
 * list are asked for again.
 */
function createAsker(bridge: TandemBridge, put: (states: readonly PathState[]) => void) {
  let [items, listed]: [readonly Item[], readonly Item[]] = [[], []];
  let [step, place] = [0, 0];
  let [isWhole, isAsking, isConnected] = [false, false, false];
  let asked = '';
  let again: ReturnType<typeof setTimeout> | undefined;
  const idsFrom = (from: number): readonly string[] =>
    items.slice(from, from + MAX_PATH_STATES).flatMap((item) => (item.type === 'web_link' ? [] : [item.id]));
  const question = (): readonly string[] => {
    if (!isWhole) return idsFrom(Math.max(0, (step - 2) * STEP));
    let ids: readonly string[] = [];
    for (; ids.length === 0 && place < items.length; place += MAX_PATH_STATES) ids = idsFrom(place);
    return ids;
  };
  const look = async (): Promise<void> => {
    if (isAsking) return;
    const ids = question();
    if (ids.length === 0 || (!isWhole && ids.join() === asked)) return restart();
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
  const restart = (): void => {
    clearTimeout(again);
    if (!isWhole || items.length <= MAX_PATH_STATES) return;
    again = setTimeout(() => {
      place = 0;
      void look();
    }, AGAIN_MS);
  };
  const begin = (): void => {
    items = isConnected ? listed : [];
    // Changes before a reconnect were not reported, so the same rows are asked about again.
    if (!isConnected) asked = '';
    void look();
  };
  return {
    connect(is: boolean): void {
      isConnected = is;
      place = 0;
      begin();
    },
    follow(next: readonly Item[], all: boolean): void {
      const end = listed.length - 1;
      // A list that is read on is asked for on.
      const isLonger = all === isWhole && end >= 0 && next.length > listed.length && next[end] === listed[end];
      if (next !== listed || all !== isWhole) place = isLonger ? Math.min(place, listed.length) : 0;
      isWhole = all;
      listed = next;
      begin();
    },
    seen(lastIndex: number): void {
      const next = Math.floor(lastIndex / STEP);
      if (next === step) return;
      step = next;
      if (!isWhole) void look();
    },
    stop(): void {
      clearTimeout(again);
      items = [];
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
  const turn = createTurn();
  const listeners = new Map<string, Set<() => void>>();
  return {
    turn,
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
        turn.changed();
        for (const listener of listeners.get(state.address.id) ?? []) listener();
      }
    },
  };
}

/** Counts changes, a few times a second: a filter goes through the whole list each time. */
function createTurn() {
  const listeners = new Set<() => void>();
  let count = 0;
  let isWaiting = false;
  return {
    get: () => count,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    changed(): void {
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(() => {
        isWaiting = false;
        count += 1;
        for (const listener of listeners) listener();
      }, TURN_MS);
    },
  };
}

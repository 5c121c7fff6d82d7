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
 * Asks for one window of rows at a time and renders nothing: fast scrolling skips the windows that it passes before the answer. The engine reports
 * changes among the rows of the last question alone, so a long list that is filtered by state is asked for again.
 */
function createAsker(bridge: TandemBridge, put: (states: readonly PathState[]) => void) {
  const rows = createQuestions();
  let [isAsking, isConnected] = [false, false];
  let asked = '';
  let again: ReturnType<typeof setTimeout> | undefined;
  const look = async (): Promise<void> => {
    if (isAsking || !isConnected) return;
    const ids = rows.next();
    if (ids.length === 0 || (!rows.isWhole() && ids.join() === asked)) return rest();
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
  const rest = (): void => {
    clearTimeout(again);
    if (rows.isLong()) again = setTimeout(begin, AGAIN_MS);
  };
  const begin = (): void => {
    rows.begin();
    void look();
  };
  return {
    connect(is: boolean): void {
      isConnected = is;
      // Changes before a reconnect were not reported, so the same rows are asked about again.
      if (!is) asked = '';
      begin();
    },
    follow(items: readonly Item[], isWhole: boolean): void {
      rows.follow(items, isWhole);
      void look();
    },
    seen(lastIndex: number): void {
      if (rows.seen(lastIndex)) void look();
    },
    stop(): void {
      clearTimeout(again);
      isConnected = false;
    },
  };
}

/** Which rows to ask about next: those around the ones in sight, or all of a list, part by part. */
function createQuestions() {
  let items: readonly Item[] = [];
  let [step, place] = [0, 0];
  let isWhole = false;
  const idsFrom = (from: number): readonly string[] =>
    items.slice(from, from + MAX_PATH_STATES).flatMap((item) => (item.type === 'web_link' ? [] : [item.id]));
  return {
    isWhole: () => isWhole,
    isLong: () => isWhole && items.length > MAX_PATH_STATES,
    begin(): void {
      place = 0;
    },
    next(): readonly string[] {
      if (!isWhole) return idsFrom(Math.max(0, (step - 2) * STEP));
      let ids: readonly string[] = [];
      for (; ids.length === 0 && place < items.length; place += MAX_PATH_STATES) ids = idsFrom(place);
      return ids;
    },
    follow(next: readonly Item[], all: boolean): void {
      const end = items.length - 1;
      // A list that is read on is asked for on.
      const isLonger = all === isWhole && end >= 0 && next.length > items.length && next[end] === items[end];
      if (next !== items || all !== isWhole) place = isLonger ? Math.min(place, items.length) : 0;
      [items, isWhole] = [next, all];
    },
    /** True if other rows are to be asked about. */
    seen(lastIndex: number): boolean {
      const next = Math.floor(lastIndex / STEP);
      const isMoved = next !== step;
      step = next;
      return isMoved && !isWhole;
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

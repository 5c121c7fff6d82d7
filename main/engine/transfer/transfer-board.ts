import type { TransferProgress, TransferredParts } from '../model/transfer-progress.ts';
import type { Clock } from '../ports/clock.ts';
import { createPauseGate, type PauseGate } from './pause-gate.ts';
import { createRate, type Rate } from './rate.ts';

export type NewTransfer = Pick<TransferProgress, 'direction' | 'label' | 'key' | 'bytesTotal'> & {
  readonly signal: AbortSignal | undefined;
};

type BoardItem = NewTransfer & {
  readonly id: string;
  readonly controller: AbortController;
  readonly rate: Rate;
  isActive: boolean;
  bytesDone: number;
  parts: TransferredParts | null;
};

/** What waits and runs, for those who look on, and the switches for all of it. */
export function createTransferBoard(clock: Clock) {
  const gate = createPauseGate();
  const items = new Map<string, BoardItem>();
  const listeners = new Set<() => void>();
  let lastId = 0;
  const changed = () => {
    for (const listener of listeners) listener();
  };
  return {
    gate,
    changed,
    add(transfer: NewTransfer) {
      lastId += 1;
      const item = newItem(transfer, String(lastId));
      items.set(item.id, item);
      changed();
      const progress = (bytesDone: number, parts?: TransferredParts) => {
        item.bytesDone = bytesDone;
        item.parts = parts ?? null;
        item.rate.note(clock.nowMs(), bytesDone);
        changed();
      };
      const unhook = abortWith(item.controller, transfer.signal);
      return {
        signal: item.controller.signal,
        progress,
        /** Resolves when it is cancelled before its turn came. */
        cancelledInLine: cancelledInLine(item),
        begin() {
          item.isActive = true;
          progress(0);
        },
        end() {
          unhook();
          items.delete(item.id);
          changed();
        },
      };
    },
    isEmpty: () => items.size === 0,
    list: () => [...items.values()].map((item) => progressOf(item, gate, clock.nowMs())),
    cancel(id: string) {
      const item = items.get(id);
      item?.controller.abort();
      return item !== undefined;
    },
    cancelAll: () => cancelEach(items.values()),
    subscribe: (listener: () => void) => subscribeTo(listeners, listener),
  };
}

function subscribeTo(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function cancelEach(items: Iterable<BoardItem>): void {
  for (const item of items) item.controller.abort();
}

function newItem(transfer: NewTransfer, id: string): BoardItem {
  const own = { controller: new AbortController(), rate: createRate() };
  return { ...transfer, ...own, id, isActive: false, bytesDone: 0, parts: null };
}

function cancelledInLine(item: BoardItem): Promise<void> {
  const { signal } = item.controller;
  return new Promise((resolve) => {
    const leave = () => {
      if (!item.isActive) resolve();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}

/**
 * Passes an abort on until it is unhooked. By hand: what `AbortSignal.any` makes is kept for as long as the program runs when
 * somebody listens to it.
 */
function abortWith(controller: AbortController, signal: AbortSignal | undefined): () => void {
  const passOn = () => controller.abort(signal?.reason);
  if (signal?.aborted === true) passOn();
  else signal?.addEventListener('abort', passOn, { once: true });
  return () => signal?.removeEventListener('abort', passOn);
}

function progressOf(item: BoardItem, gate: PauseGate, nowMs: number): TransferProgress {
  const { id, direction, label, key, bytesDone, bytesTotal, isActive, parts } = item;
  const bytesPerSecond = isActive && !gate.isClosed ? item.rate.bytesPerSecond(nowMs) : 0;
  const secondsLeft = bytesPerSecond > 0 ? Math.ceil((bytesTotal - bytesDone) / bytesPerSecond) : null;
  const state = gate.isClosed ? 'paused' : isActive ? 'active' : 'queued';
  return { id, direction, label, key, state, bytesDone, bytesTotal, bytesPerSecond, secondsLeft, parts };
}

import type { TransferFlow, TransferProgress, TransferredParts } from '../../model/transfer/transfer-progress.ts';
import type { Clock } from '../../ports/clock.ts';
import { createRate, type Rate } from './pace/rate.ts';
import { createRateHistory } from './pace/rate-history.ts';
import { createPauseGate, type PauseGate } from './pause-gate.ts';

export type NewTransfer = Pick<TransferProgress, 'direction' | 'label' | 'key' | 'bytesTotal'> & {
  readonly signal: AbortSignal | undefined;
};

type BoardItem = NewTransfer & {
  readonly id: string;
  readonly controller: AbortController;
  readonly rate: Rate;
  isActive: boolean;
  bytesDone: number;
  /** The share of `bytesDone` from an earlier attempt, which does not count towards the rate. */
  hadBytes: number;
  parts: TransferredParts | null;
};

/** All queued and running transfers, for display and control. */
export function createTransferBoard(clock: Pick<Clock, 'nowMs'>) {
  const gate = createPauseGate();
  const items = new Map<string, BoardItem>();
  const lines = { up: createLine(clock), down: createLine(clock) };
  const history = createRateHistory(clock);
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
      const line = lines[transfer.direction];
      const progress = (bytesDone: number, parts?: TransferredParts) => {
        const moved = Math.max(0, count(item, clock.nowMs(), bytesDone, parts));
        line.moved(moved);
        if (moved > 0) history.moved(transfer.direction, moved);
        changed();
      };
      const unhook = abortWith(item.controller, transfer.signal);
      return {
        signal: item.controller.signal,
        had(bytes: number) {
          item.hadBytes += bytes;
          item.bytesDone += bytes;
        },
        progress,
        begin() {
          item.isActive = true;
          line.begin();
          progress(0);
        },
        /** It is queued again, for `begin` to be called once more. */
        stepAside() {
          item.isActive = false;
          line.end();
          changed();
        },
        end() {
          unhook();
          if (item.isActive) line.end();
          items.delete(item.id);
          changed();
        },
      };
    },
    isEmpty: () => items.size === 0,
    list: () => [...items.values()].map((item) => progressOf(item, gate, clock.nowMs())),
    flow: () => flowOf(lines, gate),
    rates: history.samples,
    cancel: (id: string) => cancelOne(items.get(id)),
    cancelAll: () => cancelEach(items.values()),
    subscribe: (listener: () => void) => subscribeTo(listeners, listener),
  };
}

/** False: it has ended. */
function cancelOne(item: BoardItem | undefined): boolean {
  item?.controller.abort();
  return item !== undefined;
}

export type BoardTransfer = ReturnType<ReturnType<typeof createTransferBoard>['add']>;

/** After a rest longer than this, the old rate says nothing about the next one. */
const REST_MS = 1_000;

/** The combined rate of one direction. Files of a few KiB are too short for a rate of their own, but thousands together have one. */
function createLine(clock: Pick<Clock, 'nowMs'>) {
  let rate = createRate();
  let bytes = 0;
  let active = 0;
  let restsSinceMs = Number.NEGATIVE_INFINITY;
  let movedAtMs: number | null = null;
  const rests = (): boolean => active === 0 && clock.nowMs() - restsSinceMs > REST_MS;
  return {
    get movedBytes() {
      return bytes;
    },
    get movedAtMs() {
      return movedAtMs;
    },
    begin(): void {
      if (rests()) {
        rate = createRate();
        rate.note(clock.nowMs(), bytes);
      }
      active += 1;
    },
    moved(more: number): void {
      bytes += more;
      rate.note(clock.nowMs(), bytes);
      if (more > 0) movedAtMs = clock.nowMs();
    },
    end(): void {
      active -= 1;
      restsSinceMs = clock.nowMs();
    },
    bytesPerSecond: (): number => (rests() ? 0 : rate.bytesPerSecond(clock.nowMs())),
  };
}

type Lines = Readonly<Record<TransferProgress['direction'], ReturnType<typeof createLine>>>;

function flowOf({ up, down }: Lines, { isClosed }: PauseGate): TransferFlow {
  const moves = [up.movedAtMs, down.movedAtMs].filter((atMs) => atMs !== null);
  return {
    upBytesPerSecond: isClosed ? 0 : up.bytesPerSecond(),
    downBytesPerSecond: isClosed ? 0 : down.bytesPerSecond(),
    movedBytes: up.movedBytes + down.movedBytes,
    movedAtMs: moves.length === 0 ? null : Math.max(...moves),
  };
}

function subscribeTo(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function cancelEach(items: Iterable<BoardItem>): void {
  for (const item of items) item.controller.abort();
}

/** Bytes moved since the last call. */
function count(item: BoardItem, nowMs: number, bytesDone: number, parts: TransferredParts | undefined): number {
  const before = item.bytesDone - item.hadBytes;
  item.bytesDone = bytesDone;
  item.hadBytes = Math.min(item.hadBytes, bytesDone);
  item.parts = parts ?? null;
  const moved = bytesDone - item.hadBytes;
  item.rate.note(nowMs, moved);
  return moved - before;
}

function newItem(transfer: NewTransfer, id: string): BoardItem {
  const own = { controller: new AbortController(), rate: createRate() };
  return { ...transfer, ...own, id, isActive: false, bytesDone: 0, hadBytes: 0, parts: null };
}

/**
 * Forwards an abort until unhooked. Done by hand because a signal from `AbortSignal.any` with a listener is kept for as long as
 * the process runs.
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

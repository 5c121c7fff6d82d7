import type { Clock } from '../../ports/clock.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { Random } from '../../ports/random.ts';
import type { Remote } from '../../ports/remote/remote.ts';
import { createDiskSpace } from './download/disk-space.ts';
import { downloadFile } from './download/download.ts';
import { createGivingUp } from './give-up.ts';
import { createLane, type Lane } from './lane.ts';
import { createBufferPool } from './pace/buffer-pool.ts';
import type { PauseGate } from './pause-gate.ts';
import type { TransferRecords } from './records.ts';
import { createTimedPause } from './timed-pause.ts';
import type { DownloadRequest, Transfers, UploadRequest } from './transfer.ts';
import { type BoardTransfer, createTransferBoard, type NewTransfer } from './transfer-board.ts';
import type { TransferParts, TransferRun, TransferSettings } from './transfer-run.ts';
import { uploadFile } from './upload/upload.ts';

export type TransfersOptions = {
  readonly fileSystem: FileSystem;
  readonly remote: Remote;
  readonly records: TransferRecords;
  readonly clock: Clock;
  readonly random: Random;
  /** `sessionFromBytes` comes from the service (20,000,000 in the API); the others have defaults. */
  readonly settings: Pick<TransferSettings, 'sessionFromBytes'> & Partial<TransferSettings>;
};

const DEFAULTS = {
  partsInFlight: 4,
  partMemoryBytes: 32 * 1024 * 1024,
  smallMemoryBytes: 8 * 1024 * 1024,
  reserveBytes: 64 * 1024 * 1024,
  resumeFromBytes: 1024 * 1024,
  smallUploadsAtOnce: 256,
  tinyDownloadsAtOnce: 200,
  smallDownloadsAtOnce: 8,
  largeAtOnce: 2,
};

/** Below this size a download mostly waits for the service and for flushes. The port decides on the number of requests. */
const TINY_BYTES = 64 * 1024;

/**
 * The transfer queue. Each direction has lanes by size, so that a huge file never starves small ones and neither direction waits
 * for the other; within a lane, first come, first served.
 */
export function createTransfers(options: TransfersOptions): Transfers {
  const settings: TransferSettings = { ...DEFAULTS, ...options.settings };
  const buffers = openBuffers(settings);
  const space = createDiskSpace(options, settings.reserveBytes);
  const parts: TransferParts = { ...options, settings, buffers, space };
  const lanes = openLanes(settings);
  const board = createTransferBoard(options.clock);
  const pause = createTimedPause(options.clock, (isPaused) => {
    if (isPaused) board.gate.close();
    else board.gate.open();
    lanes.setPaused(isPaused);
    board.changed();
  });
  const givingUp = createGivingUp(parts);
  const running = new Set<Promise<unknown>>();
  const enqueue = async <Outcome>(
    transfer: NewTransfer,
    work: (run: TransferRun) => Promise<Outcome>,
  ): Promise<Outcome | typeof cancelled> => {
    const item = board.add(transfer);
    const ending = runInLane(lanes.of(transfer.direction, transfer.bytesTotal), item, board.gate, work);
    running.add(ending);
    try {
      return await ending;
    } catch (error) {
      if (item.signal.aborted) return cancelled;
      throw error;
    } finally {
      running.delete(ending);
      item.end();
      if (board.isEmpty()) buffers.rest();
    }
  };
  return {
    upload: (request) => enqueue(newUpload(request), (run) => uploadFile(parts, request, run)),
    download: (request) => enqueue(newDownload(request), (run) => downloadFile(parts, request, run)),
    giveUp: givingUp.giveUp,
    list: () => board.list(),
    flow: () => board.flow(),
    rates: () => board.rates(),
    cancel: (id) => board.cancel(id),
    pause: pause.begin,
    resume: pause.end,
    get isPaused() {
      return board.gate.isClosed;
    },
    subscribe: (listener) => board.subscribe(listener),
    async close() {
      pause.close();
      board.cancelAll();
      // Aborted transfers leave through a closed gate and a paused lane.
      await Promise.all([Promise.allSettled(running), givingUp.close()]);
    },
  };
}

const cancelled = { ok: false, reason: 'cancelled' } as const;

/** Runs a transfer once its turn in the lane comes. */
async function runInLane<Outcome>(
  lane: Lane,
  item: BoardTransfer,
  gate: PauseGate,
  work: (run: TransferRun) => Promise<Outcome>,
): Promise<Outcome> {
  const { signal, had, progress } = item;
  let leave = await lane.enter(signal);
  try {
    signal.throwIfAborted();
    item.begin();
    return await work({
      signal,
      gate: () => gate.pass(signal),
      had,
      progress,
      async stepAside(wait) {
        item.stepAside();
        leave();
        await wait();
        leave = await lane.enter(signal);
        item.begin();
      },
    });
  } finally {
    leave();
  }
}

function newUpload({ source, label, key, signal }: UploadRequest): NewTransfer {
  const bytesTotal = source.kind === 'file' ? source.expect.sizeBytes : source.sizeBytes;
  return { direction: 'up', label, key, bytesTotal, signal };
}

function newDownload({ content, label, key, signal }: DownloadRequest): NewTransfer {
  return { direction: 'down', label, key, bytesTotal: content.sizeBytes, signal };
}

function openBuffers({ partMemoryBytes, smallMemoryBytes }: TransferSettings) {
  const pools = { parts: createBufferPool(partMemoryBytes), small: createBufferPool(smallMemoryBytes) };
  const rest = () => {
    pools.parts.rest();
    pools.small.rest();
  };
  return { ...pools, rest };
}

function openLanes(settings: TransferSettings) {
  const { sessionFromBytes, smallUploadsAtOnce, tinyDownloadsAtOnce, smallDownloadsAtOnce, largeAtOnce } = settings;
  const pair = (small: number) => ({
    small: createLane(small),
    large: createLane(largeAtOnce),
  });
  const lanes = { up: pair(smallUploadsAtOnce), down: pair(smallDownloadsAtOnce) };
  const tinyDown = createLane(tinyDownloadsAtOnce);
  const all = [lanes.up.small, lanes.up.large, tinyDown, lanes.down.small, lanes.down.large];
  return {
    of: (direction: 'up' | 'down', bytes: number) => {
      if (bytes >= sessionFromBytes) return lanes[direction].large;
      return direction === 'down' && bytes < TINY_BYTES ? tinyDown : lanes[direction].small;
    },
    setPaused: (isPaused: boolean) => {
      for (const lane of all)
        if (isPaused) lane.pause();
        else lane.start();
    },
  };
}

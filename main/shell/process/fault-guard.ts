import type { ElectronModule } from '../electron-module.ts';
import { optionsAmong } from '../incoming/given-files.ts';
import { stopInTime } from './lifecycle.ts';
import { atLoginFlag } from './login-item.ts';

export type FaultGuardParts = {
  readonly app: Pick<ElectronModule['app'], 'exit' | 'isPackaged'>;
  /** The source of uncaught errors: the process. */
  readonly faults: Pick<NodeJS.EventEmitter, 'on'>;
  readonly args: readonly string[];
  /** Same as `restarter`. */
  readonly restart: (args: readonly string[]) => void;
  /** Stops the engine: finishes the current record but does not wait for transfers. */
  readonly stop: () => Promise<void>;
  readonly stopLimitMs: number;
  /** True while the application ends anyway: an error then changes nothing. */
  readonly isEnding: () => boolean;
  /** True if the next start opens no window either. */
  readonly isHidden: () => boolean;
  readonly warn: (message: string, cause?: unknown) => void;
};

export type FaultGuard = {
  /** Consecutive faults before this start, 0 after a clean exit. */
  readonly faultsBefore: number;
  /** Delay before this start, in milliseconds, so that a permanent fault does not overload the computer. */
  readonly restMs: number;
};

/** Counts the consecutive faults before a start. */
const afterFaultFlag = '--after-fault=';
/** After running for this long, a new fault is unrelated to earlier ones. */
const FORGOTTEN_MS = 10 * 60_000;
const LONGEST_REST_MS = 5 * 60_000;

/**
 * After an uncaught error no state in memory can be trusted: the engine shuts down as cleanly as possible, and the application
 * restarts from its stored state, with a longer backoff after each consecutive error.
 */
export function guardFaults(parts: FaultGuardParts): FaultGuard {
  const { app, args, warn } = parts;
  const faultsBefore = countIn(args);
  const startedAt = performance.now();
  let isCaught = false;
  const end = (cause: unknown): void => {
    warn('uncaught error', cause);
    if (isCaught || parts.isEnding()) return;
    isCaught = true;
    const faults = performance.now() - startedAt < FORGOTTEN_MS ? faultsBefore + 1 : 1;
    const options = lastingOptions(args, app.isPackaged);
    const kept = parts.isHidden() ? [...options, atLoginFlag] : options;
    void stopInTime(parts).then(() => {
      parts.restart([...kept, `${afterFaultFlag}${faults}`]);
      app.exit(1);
    });
  };
  parts.faults.on('uncaughtException', end);
  parts.faults.on('unhandledRejection', end);
  return { faultsBefore, restMs: restOf(faultsBefore) };
}

/** The options among these arguments that say nothing about how this start came about. */
export function lastingOptions(args: readonly string[], isPackaged: boolean): readonly string[] {
  return optionsAmong(args, isPackaged).filter((arg) => arg !== atLoginFlag && !arg.startsWith(afterFaultFlag));
}

function countIn(args: readonly string[]): number {
  const count = Number(args.find((arg) => arg.startsWith(afterFaultFlag))?.slice(afterFaultFlag.length) ?? 0);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/** No delay after the first fault, which may be random; then 2 s, 4 s, 8 s and so on. */
function restOf(faults: number): number {
  return faults < 2 ? 0 : Math.min(1_000 * 2 ** (faults - 1), LONGEST_REST_MS);
}

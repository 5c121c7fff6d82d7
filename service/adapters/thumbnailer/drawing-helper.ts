import { type ChildProcess, fork } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { DrawingOrder } from './drawing-messages.ts';

/** The decoder, separate from the service. */
export interface DrawingHelper {
  /** Emits `message` for each answer and `exit` when it ends. */
  readonly events: EventEmitter;
  send(order: DrawingOrder): Promise<void>;
  kill(): Promise<void>;
}

const program = new URL('./drawing-process.ts', import.meta.url);

/** The heap of the decoder's own JavaScript, in MB; pixels are outside of it. */
const HEAP_MB = 64;

export type DrawingPlace = 'process' | 'thread' | 'nowhere';

/**
 * A separate process, except in the desktop application, whose binary cannot run a plain Node program and whose private service
 * holds only one person's files. There the decoder is a thread, and a crash restarts that service. On Linux every picture would
 * crash it, because Electron and sharp bring different versions of GLib (electron issue 46323).
 */
export function drawingPlace(electron: string | undefined, platform: NodeJS.Platform): DrawingPlace {
  if (electron === undefined) return 'process';
  return platform === 'linux' ? 'nowhere' : 'thread';
}

/** `impossible`: sharp could not be loaded. `failed`: the system could not start it, and another attempt may succeed. */
export async function startDrawingHelper(place: DrawingPlace): Promise<DrawingHelper | 'impossible' | 'failed'> {
  const { PATH, SystemRoot } = process.env;
  // Nothing else of the service's environment, which may hold secrets.
  const env = { PATH, SystemRoot };
  if (place === 'nowhere' || (place === 'thread' && !(await keepsLibraryLoaded()))) return 'impossible';
  try {
    return await whenReady(place === 'thread' ? inThread(env) : inProcess(env));
  } catch {
    return 'failed';
  }
}

/** Rejects if it was not started or was killed. */
async function whenReady(helper: Started): Promise<DrawingHelper | 'impossible'> {
  const isReady = await Promise.race([
    once(helper.events, 'message').then(() => true),
    once(helper.events, 'exit').then(([code]: (number | null)[]) => {
      if (code === null) throw new Error('The drawing helper was killed.');
      return false;
    }),
  ]);
  if (!isReady) return 'impossible';
  // Without a listener a late error would end the service.
  helper.events.on('error', () => undefined);
  helper.unref();
  return helper;
}

/** `unref`: an idle helper must not keep the process alive. */
type Started = DrawingHelper & { unref(): void };

function inProcess(env: NodeJS.ProcessEnv): Started {
  const child = fork(fileURLToPath(program), [], {
    env,
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    events: child,
    send: (order) => sendTo(child, order),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      // Idle, it is outside of the event loop, which would end before the exit is noticed.
      child.ref();
      child.kill('SIGKILL');
      await ended;
    },
    unref() {
      child.unref();
      child.channel?.unref();
    },
  };
}

const sendTo = (child: ChildProcess, order: DrawingOrder): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!child.connected) reject(new Error('the drawing process has ended'));
    else child.send(order, (error) => (error === null ? resolve() : reject(error)));
  });

/** sharp's documentation asks for this: a library unloaded with its only thread cannot be loaded again. */
const keepsLibraryLoaded = (): Promise<boolean> =>
  import('sharp').then(
    () => true,
    () => false,
  );

function inThread(env: NodeJS.ProcessEnv): Started {
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
  // PDFium writes its own errors, which are no news to anyone here.
  const worker = new Worker(program, { env, resourceLimits, stderr: true });
  return {
    events: worker,
    send: async (order) => worker.postMessage(order),
    kill: async () => void (await worker.terminate()),
    unref: () => worker.unref(),
  };
}

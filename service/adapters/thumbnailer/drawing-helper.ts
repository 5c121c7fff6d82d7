import { type ChildProcess, fork } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { DrawingOrder } from './drawing-messages.ts';

/** What decodes, apart from the service. */
export interface DrawingHelper {
  /** Emits `message` for each answer and `exit` at its end. */
  readonly events: EventEmitter;
  send(order: DrawingOrder): Promise<void>;
  kill(): Promise<void>;
}

const program = new URL('./drawing-process.ts', import.meta.url);

/** The heap of the decoder's own JavaScript, in MB; pixels lie outside of it. */
const HEAP_MB = 64;

export type DrawingPlace = 'process' | 'thread' | 'nowhere';

/**
 * A process of its own, except in the desktop application: its binary can't run a plain Node program, and its private service
 * holds the files of one person only. There the decoder is a thread, and a crash restarts that service. On Linux every picture would
 * be a crash: Electron brings GLib, and sharp another (electron issue 46323).
 */
export function drawingPlace(electron: string | undefined, platform: NodeJS.Platform): DrawingPlace {
  if (electron === undefined) return 'process';
  return platform === 'linux' ? 'nowhere' : 'thread';
}

/** Null: it ended before it was ready, because sharp could not be loaded. */
export async function startDrawingHelper(place: DrawingPlace): Promise<DrawingHelper | null> {
  const { PATH, SystemRoot } = process.env;
  // None of the service's environment, which may hold secrets.
  const env = { PATH, SystemRoot };
  if (place === 'nowhere' || (place === 'thread' && !(await keepsLibraryLoaded()))) return null;
  const helper = place === 'thread' ? inThread(env) : inProcess(env);
  const isReady = await Promise.race([
    once(helper.events, 'message').then(() => true),
    once(helper.events, 'exit').then(() => false),
  ]).catch(() => false);
  if (!isReady) return null;
  // Without a listener a late error would end the service.
  helper.events.on('error', () => undefined);
  helper.letGo();
  return helper;
}

/** `letGo`: a helper that waits for pictures keeps nothing alive. */
type Started = DrawingHelper & { letGo(): void };

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
      child.kill('SIGKILL');
      await ended;
    },
    letGo() {
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

/** As sharp's documentation asks: unloaded with its only thread, its library can't be loaded a second time. */
const keepsLibraryLoaded = (): Promise<boolean> =>
  import('sharp').then(
    () => true,
    () => false,
  );

function inThread(env: NodeJS.ProcessEnv): Started {
  const worker = new Worker(program, { env, resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  return {
    events: worker,
    send: async (order) => worker.postMessage(order),
    kill: async () => void (await worker.terminate()),
    letGo: () => worker.unref(),
  };
}

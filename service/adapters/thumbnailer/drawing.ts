import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DrawableContent, ThumbnailWish } from '../../ports/thumbnailer.ts';
import type { DrawingAnswer, DrawingOrder } from './drawing-messages.ts';

/** From the first byte to the picture, in milliseconds; then the process is killed. */
const DEADLINE_MS = 10_000;

/** An idle process ends after this time, in milliseconds, and gives back its memory. */
const IDLE_MS = 30_000;

/** The drawing process, started when there is something to draw; `draw` must not be called again before it ended. */
export interface Drawing {
  /** Null: it cannot be drawn. */
  draw(content: DrawableContent, wish: ThumbnailWish): Promise<Uint8Array | null>;
  /** False: sharp is not installed, and nothing can be drawn. */
  readonly isPossible: boolean;
  close(): Promise<void>;
}

export function createDrawing(): Drawing {
  let child: Promise<ChildProcess | null> | null = null;
  let isPossible = true;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const running = await child;
    child = null;
    if (running !== null) await kill(running);
  };
  const started = (): Promise<ChildProcess | null> => {
    child ??= start();
    return child;
  };
  return {
    get isPossible() {
      return isPossible;
    },
    async draw(content, wish) {
      clearTimeout(idle);
      const running = await started();
      if (running === null) {
        isPossible = false;
        return null;
      }
      const outcome = await drawIn(running, content, wish);
      if (outcome.isSpent) await end();
      idle = setTimeout(() => void end(), IDLE_MS);
      idle.unref();
      return outcome.picture;
    },
    close: end,
  };
}

/** Null: it ended before it was ready, because sharp could not be loaded. */
async function start(): Promise<ChildProcess | null> {
  // Its binary is no Node that could be started, but the whole desktop application; and sharp is not packed with it.
  if (process.versions['electron'] !== undefined) return null;
  const { PATH, SystemRoot } = process.env;
  const child = fork(fileURLToPath(new URL('./drawing-process.ts', import.meta.url)), [], {
    // Nothing of the service's environment, where secrets may be.
    env: { PATH, SystemRoot },
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const isReady = await Promise.race([
    once(child, 'message').then(() => true),
    once(child, 'exit').then(() => false),
    once(child, 'error').then(() => false),
  ]).catch(() => false);
  if (isReady) {
    child.on('error', () => undefined);
    // A process that waits for pictures keeps nothing alive.
    child.unref();
    child.channel?.unref();
    return child;
  }
  return null;
}

/** `isSpent`: the process hangs or is gone, and another must take its place. */
type Outcome = { readonly picture: Uint8Array | null; readonly isSpent: boolean };

async function drawIn(child: ChildProcess, content: DrawableContent, wish: ThumbnailWish): Promise<Outcome> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), DEADLINE_MS);
  const { signal } = deadline;
  const spent: Outcome = { picture: null, isSpent: true };
  const answered = Promise.race([
    once(child, 'message', { signal }).then(([answer]: DrawingAnswer[]): Outcome => {
      return { picture: answer?.kind === 'drawn' ? answer.picture : null, isSpent: false };
    }),
    once(child, 'exit', { signal }).then(() => spent),
  ]).catch(() => spent);
  try {
    await send(child, { kind: 'begin', wish });
    for await (const bytes of await content.open()) {
      if (signal.aborted) break;
      await send(child, { kind: 'bytes', bytes });
    }
    await send(child, { kind: 'end' });
    return await answered;
  } catch {
    // The content could not be read to its end, or the process is gone: it is not known in which state that left it.
    return spent;
  } finally {
    clearTimeout(timer);
    deadline.abort();
  }
}

const send = (child: ChildProcess, order: DrawingOrder): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!child.connected) reject(new Error('the drawing process has ended'));
    else child.send(order, (error) => (error === null ? resolve() : reject(error)));
  });

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

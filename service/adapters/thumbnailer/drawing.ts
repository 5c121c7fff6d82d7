import { once } from 'node:events';
import type { DrawableContent, ThumbnailWish } from '../../ports/thumbnailer.ts';
import { type DrawingHelper, drawingPlace, startDrawingHelper } from './drawing-helper.ts';
import type { DrawingAnswer } from './drawing-messages.ts';

/** Maximum time from the first byte to the picture, in milliseconds; then the helper is killed. */
const DEADLINE_MS = 10_000;

/** An idle helper ends after this time, in milliseconds, to free its memory. */
const IDLE_MS = 30_000;

/** The drawing helper, started on demand. `draw` must not be called again before the previous call ends. */
export interface Drawing {
  /** Null: the content cannot be drawn. */
  draw(content: DrawableContent, wish: ThumbnailWish): Promise<Uint8Array | null>;
  /** False: sharp is not installed, so nothing can be drawn. */
  readonly isPossible: boolean;
  close(): Promise<void>;
}

export function createDrawing(place = drawingPlace(process.versions['electron'], process.platform)): Drawing {
  let helper: Promise<DrawingHelper | null> | null = null;
  let isPossible = true;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const running = await helper;
    helper = null;
    await running?.kill();
  };
  const started = (): Promise<DrawingHelper | null> => {
    helper ??= startDrawingHelper(place);
    return helper;
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

/** `isSpent`: the helper hangs or has ended, and another must replace it. */
type Outcome = { readonly picture: Uint8Array | null; readonly isSpent: boolean };

async function drawIn(helper: DrawingHelper, content: DrawableContent, wish: ThumbnailWish): Promise<Outcome> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), DEADLINE_MS);
  const { signal } = deadline;
  const spent: Outcome = { picture: null, isSpent: true };
  const answered = Promise.race([
    once(helper.events, 'message', { signal }).then(([answer]: DrawingAnswer[]): Outcome => {
      return { picture: answer?.kind === 'drawn' ? answer.picture : null, isSpent: false };
    }),
    once(helper.events, 'exit', { signal }).then(() => spent),
  ]).catch(() => spent);
  try {
    await helper.send({ kind: 'begin', wish });
    for await (const bytes of await content.open()) {
      if (signal.aborted) break;
      await helper.send({ kind: 'bytes', bytes });
    }
    await helper.send({ kind: 'end' });
    return await answered;
  } catch {
    // The content could not be read completely, or the helper has ended: its state is unknown.
    return spent;
  } finally {
    clearTimeout(timer);
    deadline.abort();
  }
}

import { once } from 'node:events';
import type { DrawableContent, Thumbnail, ThumbnailWish } from '../../ports/thumbnailer.ts';
import { type DrawingHelper, drawingPlace, startDrawingHelper } from './drawing-helper.ts';
import type { DrawingAnswer } from './drawing-messages.ts';

/** Maximum time to read the content, and again to draw it, in milliseconds; then the helper is killed. */
const DEADLINE_MS = 10_000;

/** An idle helper ends after this time, in milliseconds, to free its memory. */
const IDLE_MS = 30_000;

/** The drawing helper, started on demand. `draw` must not be called again before the previous call ends. */
export interface Drawing {
  /** `later`: the helper failed, which says nothing about the content. */
  draw(content: DrawableContent, wish: ThumbnailWish): Promise<Thumbnail>;
  /** False: sharp is not installed, so nothing can be drawn. */
  readonly isPossible: boolean;
  close(): Promise<void>;
}

export function createDrawing(place = drawingPlace(process.versions['electron'], process.platform)): Drawing {
  let helper: ReturnType<typeof startDrawingHelper> | null = null;
  let isPossible = true;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const running = await helper;
    helper = null;
    if (typeof running === 'object') await running?.kill();
  };
  return {
    get isPossible() {
      return isPossible;
    },
    async draw(content, wish) {
      clearTimeout(idle);
      helper ??= startDrawingHelper(place);
      const running = await helper;
      if (running === 'failed') {
        helper = null;
        return { kind: 'later' };
      }
      if (running === 'impossible') {
        isPossible = false;
        return { kind: 'none' };
      }
      const outcome = await drawIn(running, content, wish);
      if (outcome.isSpent) await end();
      idle = setTimeout(() => void end(), IDLE_MS);
      idle.unref();
      return outcome.thumbnail;
    },
    close: end,
  };
}

/** `isSpent`: the helper hangs or has ended, and another must replace it. */
type Outcome = { readonly thumbnail: Thumbnail; readonly isSpent: boolean };

async function drawIn(helper: DrawingHelper, content: DrawableContent, wish: ThumbnailWish): Promise<Outcome> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), DEADLINE_MS);
  const { signal } = deadline;
  const again: Outcome = { thumbnail: { kind: 'later' }, isSpent: true };
  // A content on which the helper hangs or crashes would do so again.
  const undrawable: Outcome = { thumbnail: { kind: 'none' }, isSpent: true };
  const answered = Promise.race([
    once(helper.events, 'message', { signal }).then(([answer]: DrawingAnswer[]): Outcome => {
      return { thumbnail: thumbnailIn(answer), isSpent: false };
    }),
    // The system kills with SIGKILL when it runs out of memory. A crash has another signal.
    once(helper.events, 'exit', { signal }).then(([, killedBy]) => (killedBy === 'SIGKILL' ? again : undrawable)),
  ]).catch(() => undrawable);
  try {
    await sendTo(helper, content, wish, signal);
    timer.refresh();
    await helper.send({ kind: 'end' });
    return await answered;
  } catch (error) {
    // The helper waits for the rest of the content, or has ended before it drew: its state is unknown.
    return error instanceof ReadFailed
      ? { thumbnail: { kind: 'unreadable', error: error.cause }, isSpent: true }
      : again;
  } finally {
    clearTimeout(timer);
    deadline.abort();
  }
}

async function sendTo(
  helper: DrawingHelper,
  content: DrawableContent,
  wish: ThumbnailWish,
  signal: AbortSignal,
): Promise<void> {
  await helper.send({ kind: 'begin', wish });
  for await (const bytes of bytesOf(content)) {
    signal.throwIfAborted();
    await helper.send({ kind: 'bytes', bytes });
  }
  signal.throwIfAborted();
}

/** The content could not be read; the cause says why. */
class ReadFailed extends Error {}

async function* bytesOf(content: DrawableContent): AsyncGenerator<Uint8Array> {
  try {
    yield* await content.open();
  } catch (cause) {
    throw new ReadFailed('The content could not be read.', { cause });
  }
}

function thumbnailIn(answer: DrawingAnswer | undefined): Thumbnail {
  if (answer?.kind !== 'drawn' || answer.picture === null) return { kind: 'none' };
  return { kind: 'picture', bytes: answer.picture };
}

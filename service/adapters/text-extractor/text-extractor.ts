import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { TextExtractor, TextSource } from '../../ports/text-extractor.ts';
import { readSource } from './read-source.ts';
import type { TextAnswer, TextOrder } from './text-messages.ts';

/** Maximum time for one document, in milliseconds; then the thread is ended. */
const DEADLINE_MS = 20_000;

/** An idle thread ends after this time, in milliseconds, to free its memory. */
const IDLE_MS = 30_000;

/** Maximum heap of the thread. Bytes of documents are outside of it and have limits of their own. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/**
 * Reads documents in a thread of their own, one at a time: PDF with PDFium, Office and OpenDocument with fflate and htmlparser2, and everything
 * that is text in UTF-8, UTF-16 or Windows-1252. A thread is enough, because all of it is JavaScript and WebAssembly.
 */
export function createTextExtractor(deadlineMs = DEADLINE_MS): TextExtractor {
  let thread: Promise<Worker> | null = null;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const running = thread;
    thread = null;
    await (await running?.catch(() => null))?.terminate();
  };
  const extract = async (source: TextSource, signal: AbortSignal | undefined): Promise<string> => {
    clearTimeout(idle);
    signal?.throwIfAborted();
    const order = await readSource(source);
    if (order === null) return '';
    try {
      thread ??= startThread(() => {
        thread = null;
      });
      const text = await textFrom(await thread, order, { deadlineMs, signal });
      // A content on which the thread hangs or crashes would do so again.
      if (text === null) await end();
      return text ?? '';
    } catch (error) {
      await end();
      throw error;
    }
  };
  return {
    async extract(source, signal) {
      const extracted = last.then(() => extract(source, signal));
      last = extracted
        .catch(() => undefined)
        .then(() => {
          idle = setTimeout(() => void end(), IDLE_MS);
          idle.unref();
        });
      return extracted;
    },
    close: end,
  };
}

/** @throws if its code can't be loaded or the system can't start it. */
async function startThread(onExit: () => void): Promise<Worker> {
  const program = new URL('./text-worker.ts', import.meta.url);
  // Nothing of the service's environment, which may hold secrets. The output of the readers is discarded.
  const worker = new Worker(program, { env: {}, resourceLimits, stdout: true, stderr: true });
  worker.once('exit', onExit);
  await once(worker, 'message');
  // Without a listener a late error would end the service.
  worker.on('error', () => undefined);
  worker.unref();
  return worker;
}

interface Ends {
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Null: the thread crashed, ran out of memory or took too long.
 * @throws the reason of `signal`; an error if the thread was ended or could not load a reader, after which it must end.
 */
async function textFrom(thread: Worker, order: TextOrder, { deadlineMs, signal }: Ends): Promise<string | null> {
  const ended = new AbortController();
  const onExit = (): void => ended.abort();
  const ends = AbortSignal.any([AbortSignal.timeout(deadlineMs), ended.signal, ...(signal ? [signal] : [])]);
  thread.once('exit', onExit);
  thread.ref();
  let answer: TextAnswer | undefined;
  try {
    thread.postMessage(order, [order.bytes.buffer]);
    answer = await once(thread, 'message', { signal: ends }).then(([message]: TextAnswer[]) => message);
  } catch (error) {
    signal?.throwIfAborted();
    // A crash comes as an error of its own, before the exit.
    if (ended.signal.aborted && error instanceof Error && error.name === 'AbortError')
      throw new Error('The thread that reads documents was ended.', { cause: error });
    return null;
  } finally {
    thread.off('exit', onExit);
    thread.unref();
  }
  if (answer?.kind === 'failed') throw new Error(`The reader of such documents can't be loaded: ${answer.reason}`);
  return answer?.kind === 'read' ? answer.text : null;
}

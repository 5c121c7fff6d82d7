import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';
import { limits } from '../../../contract/rules/limits.ts';
import type { ZipPart } from '../../domain/tree/zip-downloads/zip-parts.ts';
import type { ZipRun } from '../../domain/tree/zip-downloads/zip-run.ts';

/** The times that an archive can hold, in milliseconds since the epoch, with a day for any time zone. */
const [earliest, latest] = [Date.UTC(1980, 0, 2), Date.UTC(2107, 11, 30)];

/** How few bytes a receiver may take while it is waited for, in milliseconds. */
export interface Pace {
  readonly windowMs: number;
  readonly windowBytes: number;
}

const usualPace: Pace = { windowMs: limits.zipDownloadStallMs, windowBytes: limits.zipDownloadStallBytes };

/**
 * An archive to send. A receiver that is too slow loses its connection: otherwise such receivers could hold any number of connections, contents
 * and turns. The time in which the service itself reads does not count.
 */
export function zipStream(run: ZipRun, { windowMs, windowBytes }: Pace = usualPace): Readable {
  let patience: NodeJS.Timeout | undefined;
  const cut = () => bytes.destroy(new Error('The receiver of an archive was too slow.'));
  async function* paced(): AsyncGenerator<Uint8Array> {
    let [waitedMs, taken] = [0, 0];
    for await (const chunk of zipBytes(run)) {
      const since = performance.now();
      patience = setTimeout(cut, windowMs - waitedMs);
      yield chunk;
      clearTimeout(patience);
      waitedMs += performance.now() - since;
      taken += chunk.length;
      if (taken >= windowBytes) [waitedMs, taken] = [0, 0];
    }
  }
  const bytes = Readable.from(paced(), { objectMode: false });
  return bytes.once('close', () => clearTimeout(patience));
}

/**
 * Writes an archive while it is read: never more than a few chunks are in memory. Contents are stored as they are, since most are
 * compressed already. ZIP64 where a content or the archive needs it.
 */
export async function* zipBytes(run: ZipRun): AsyncGenerator<Uint8Array> {
  const source = new PartReader(run);
  const archive = makeZip(source.inputs()).getReader();
  try {
    let last: Uint8Array | null = null;
    for (;;) {
      const { done, value } = await archive.read();
      if (done) break;
      if (last !== null) yield last;
      last = value;
      await run.goOn();
    }
    // Before the last bytes, so that a client that has them all also sees it.
    await run.end('succeeded');
    if (last !== null) yield last;
  } finally {
    source.close();
    await archive.cancel().catch(() => undefined);
  }
}

type FilePart = Extract<ZipPart, { readonly kind: 'file' }>;

/** Hands the parts to the encoder, and closes the content at which it was left. */
class PartReader {
  #content: Readable | null = null;
  #isClosed = false;
  readonly #run: ZipRun;

  constructor(run: ZipRun) {
    this.#run = run;
  }

  async *inputs() {
    for await (const part of this.#run.parts()) {
      const lastModified = new Date(Math.min(Math.max(part.modifiedAt, earliest), latest));
      if (part.kind === 'empty_folder') {
        yield { name: part.path, lastModified };
        continue;
      }
      this.#content = part.bytes;
      // The receiver went while the content was opened.
      if (this.#isClosed) return this.close();
      yield { name: part.path, lastModified, size: part.sizeBytes, input: complete(part) };
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#content?.destroy();
  }
}

/** The bytes of a file. The encoder writes down however many arrive, so others than announced must break the archive. */
async function* complete({ path, bytes, sizeBytes }: FilePart): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    read += chunk.length;
    if (read > sizeBytes) break;
    yield chunk;
  }
  if (read !== sizeBytes)
    throw new Error(`The content of "${path}" in an archive does not have its ${sizeBytes} bytes.`);
}

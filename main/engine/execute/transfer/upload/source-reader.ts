import { createHash, type Hash } from 'node:crypto';
import { type Fingerprint, sameFingerprint } from '../../../model/entry.ts';
import { type Sha1, sha1 } from '../../../model/ids.ts';
import type { FileReader, FileSystem } from '../../../ports/file-system.ts';
import { digestOf, SLICE_BYTES } from '../digest-of.ts';
import type { UploadSource } from '../transfer.ts';

/** `sizeBytes` bytes of the source, from `offset` on. */
export type Stretch = { readonly offset: number; readonly sizeBytes: number };

/**
 * Reads the source of an upload in stretches. Each one gets its own hash, and in order they also feed the hash of the whole, so a new
 * upload of any size is read a single time. Null results: the source has changed (edge cases 1 and 2).
 */
export interface SourceReader {
  readonly sizeBytes: number;
  /** Bytes from the start that the hash of the whole has. */
  readonly hashedBytes: number;
  /**
   * Fills `target` (null: only hashes), then checks the file; for the last bytes, `finish` does the check. One call at a time. A stream
   * can be read in order only. Null: changed or too short.
   */
  read(stretch: Stretch, target: Uint8Array | null): Promise<Sha1 | null>;
  /**
   * The hash of everything, once all is hashed, after a last check, which may read the file again; rejects with the signal's reason if
   * aborted then. `fingerprint` is null for a stream.
   */
  finish(signal: AbortSignal): Promise<{ readonly sha1: Sha1; readonly fingerprint: Fingerprint | null } | null>;
  close(): Promise<void>;
}

/** Null: the file no longer matches `expect`. Rejects with `FileSystemError`, including `not_found`. */
export async function openSource(
  fileSystem: Pick<FileSystem, 'openRead'>,
  source: UploadSource,
): Promise<SourceReader | null> {
  if (source.kind === 'stream') return streamSource(source.sizeBytes, source.open());
  const file = await fileSystem.openRead(source.path);
  try {
    const opened = await file.stat();
    if (sameFingerprint(opened.fingerprint, source.expect)) return fileSource(file, opened.fingerprint);
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return null;
}

function fileSource(file: FileReader, opened: Fingerprint): SourceReader {
  const whole = createHash('sha1');
  let hashedBytes = 0;
  const look = async (): Promise<Fingerprint | null> => {
    const { fingerprint, links } = await file.stat();
    // Without any name left, the file was replaced or deleted while open: its content is obsolete.
    return sameFingerprint(fingerprint, opened) && links > 0 ? fingerprint : null;
  };
  return {
    sizeBytes: opened.sizeBytes,
    get hashedBytes() {
      return hashedBytes;
    },
    async read(stretch, target) {
      const part = createHash('sha1');
      const isNext = stretch.offset === hashedBytes;
      const filled = await readSlices(file, stretch, target, isNext ? [whole, part] : [part]);
      if (isNext) hashedBytes += filled;
      if (filled < stretch.sizeBytes) return null;
      const isLast = stretch.offset + filled === opened.sizeBytes;
      return isLast || (await look()) !== null ? sha1(part.digest('hex')) : null;
    },
    async finish(signal) {
      const last = await look();
      if (!last) return null;
      const digest = sha1(whole.digest('hex'));
      // A program can reset the modification time after a write, but not the ctime. A rename changes the ctime too, so it proves
      // nothing alone.
      if (last.ctimeNs !== opened.ctimeNs && (await digestOf(file, signal)) !== digest) return null;
      return { sha1: digest, fingerprint: last };
    },
    close: () => file.close(),
  };
}

/** Reads one slice ahead while hashing the previous one. */
async function readSlices(
  file: FileReader,
  { offset, sizeBytes }: Stretch,
  target: Uint8Array | null,
  hashes: readonly Hash[],
): Promise<number> {
  // A read-ahead that is never awaited would leave its failure unhandled.
  if (sizeBytes === 0) return 0;
  const slices = target === null ? spareSlices(sizeBytes) : slicesOf(target);
  let filled = 0;
  let slice = slices(0);
  let ahead = file.read(slice, offset);
  while (filled < sizeBytes) {
    const bytes = await ahead;
    const read = slice.subarray(0, bytes);
    filled += bytes;
    if (bytes === 0) return filled;
    if (filled < sizeBytes) {
      slice = slices(filled);
      ahead = file.read(slice, offset + filled);
    }
    for (const hash of hashes) hash.update(read);
  }
  return filled;
}

/** The memory for the slice from a position on. */
type Slices = (start: number) => Uint8Array;

const slicesOf =
  (target: Uint8Array): Slices =>
  (start) =>
    target.subarray(start, start + SLICE_BYTES);

/** Two in turn: one is hashed while the other is filled. */
function spareSlices(sizeBytes: number): Slices {
  const length = Math.min(SLICE_BYTES, sizeBytes);
  let [next, other] = [new Uint8Array(length), new Uint8Array(length)];
  return (start) => {
    [next, other] = [other, next];
    return next.subarray(0, sizeBytes - start);
  };
}

function streamSource(sizeBytes: number, stream: AsyncIterable<Uint8Array>): SourceReader {
  const chunks = stream[Symbol.asyncIterator]();
  const whole = createHash('sha1');
  let hashedBytes = 0;
  let rest: Uint8Array = new Uint8Array();
  const next = async (): Promise<boolean> => {
    while (rest.length === 0) {
      const chunk: IteratorResult<Uint8Array, unknown> = await chunks.next();
      if (chunk.done === true) return false;
      rest = chunk.value;
    }
    return true;
  };
  return {
    sizeBytes,
    get hashedBytes() {
      return hashedBytes;
    },
    async read(stretch, target) {
      const part = createHash('sha1');
      for (let filled = 0; filled < stretch.sizeBytes; ) {
        if (!(await next())) return null;
        const bytes = rest.subarray(0, stretch.sizeBytes - filled);
        target?.set(bytes, filled);
        whole.update(bytes);
        part.update(bytes);
        filled += bytes.length;
        hashedBytes += bytes.length;
        rest = rest.subarray(bytes.length);
      }
      return sha1(part.digest('hex'));
    },
    // More bytes than announced: the content sent is incomplete.
    finish: async () => ((await next()) ? null : { sha1: sha1(whole.digest('hex')), fingerprint: null }),
    close: async () => void (await chunks.return?.()),
  };
}

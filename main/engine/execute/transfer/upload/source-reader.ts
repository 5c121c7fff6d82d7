import { createHash, type Hash } from 'node:crypto';
import { type Fingerprint, sameFingerprint } from '../../../model/entry.ts';
import { type Sha1, sha1 } from '../../../model/ids.ts';
import type { FileReader, FileSystem } from '../../../ports/file-system.ts';
import { digestOf, SLICE_BYTES } from '../digest-of.ts';
import type { UploadSource } from '../transfer.ts';

/**
 * Reads the source of an upload once, in order. Each piece gets its own hash and also feeds the hash of the whole, so a file of
 * any size is read a single time (sync-engine.md 5). Null results: the source has changed (edge cases 1 and 2).
 */
export interface SourceReader {
  readonly sizeBytes: number;
  /**
   * Fills `target` with the next bytes, then checks the file; for the last bytes, `finish` does the check. Null: changed or too
   * short.
   */
  read(target: Uint8Array): Promise<Sha1 | null>;
  /** The hash of everything, after a last check, which may read the file again; rejects with the signal's reason if aborted then. `fingerprint` is null for a stream. */
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
  let position = 0;
  const look = async (): Promise<Fingerprint | null> => {
    const { fingerprint, links } = await file.stat();
    // Without any name left, the file was replaced or deleted while open: its content is obsolete.
    return sameFingerprint(fingerprint, opened) && links > 0 ? fingerprint : null;
  };
  return {
    sizeBytes: opened.sizeBytes,
    async read(target) {
      const part = createHash('sha1');
      const filled = await readSlices(file, target, position, [whole, part]);
      position += filled;
      const isWhole = filled === target.length && (position === opened.sizeBytes || (await look()) !== null);
      return isWhole ? sha1(part.digest('hex')) : null;
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
  target: Uint8Array,
  offset: number,
  hashes: readonly Hash[],
): Promise<number> {
  // A read-ahead that is never awaited would leave its failure unhandled.
  if (target.length === 0) return 0;
  const slice = (start: number) => target.subarray(start, Math.min(start + SLICE_BYTES, target.length));
  let filled = 0;
  let ahead = file.read(slice(0), offset);
  while (filled < target.length) {
    const bytes = await ahead;
    const read = target.subarray(filled, filled + bytes);
    filled += bytes;
    if (bytes === 0) return filled;
    if (filled < target.length) ahead = file.read(slice(filled), offset + filled);
    for (const hash of hashes) hash.update(read);
  }
  return filled;
}

function streamSource(sizeBytes: number, stream: AsyncIterable<Uint8Array>): SourceReader {
  const chunks = stream[Symbol.asyncIterator]();
  const whole = createHash('sha1');
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
    async read(target) {
      const part = createHash('sha1');
      for (let filled = 0; filled < target.length; ) {
        if (!(await next())) return null;
        const bytes = rest.subarray(0, target.length - filled);
        target.set(bytes, filled);
        whole.update(bytes);
        part.update(bytes);
        filled += bytes.length;
        rest = rest.subarray(bytes.length);
      }
      return sha1(part.digest('hex'));
    },
    // More bytes than announced: the content sent is incomplete.
    finish: async () => ((await next()) ? null : { sha1: sha1(whole.digest('hex')), fingerprint: null }),
    close: async () => void (await chunks.return?.()),
  };
}

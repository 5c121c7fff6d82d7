import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { DigestOrder, DigestStart } from './digest-messages.ts';

/** From this size on, a thread is worth its start-up time and memory. */
const LARGE_BYTES = 32 * 1024 * 1024;

const READ_BYTES = 1024 * 1024;

/**
 * SHA-1 of a staging file while it is written. Small files are hashed from the appended data. Large ones are read back and hashed
 * on a separate thread, as hashing would take a third of the receiving thread's time.
 */
export type StagedDigest = {
  /** The next bytes of the file. */
  append(bytes: Uint8Array): void;
  /** The number of bytes written, from the start of the file. */
  written(sizeBytes: number): void;
  /** The file has been emptied. */
  restart(): Promise<void>;
  /** Resolves with the SHA-1 of the whole file, in lower-case hexadecimal. */
  finish(sizeBytes: number, signal?: AbortSignal): Promise<string>;
  /** After this resolves, the file is no longer read. */
  close(): Promise<void>;
};

export function createStagedDigest(handle: FileHandle): StagedDigest {
  let own = createHash('sha1');
  let thread: DigestThread | null = null;
  const close = async (): Promise<void> => {
    const ending = thread;
    thread = null;
    await ending?.close();
  };
  return {
    append: (bytes) => {
      if (thread === null) own.update(bytes);
    },
    written: (sizeBytes) => {
      if (sizeBytes >= LARGE_BYTES) thread ??= startDigestThread(handle.fd);
      thread?.read(sizeBytes);
    },
    restart: async () => {
      await close();
      own = createHash('sha1');
    },
    finish: async (sizeBytes, signal) => (thread === null ? own.digest('hex') : thread.finish(sizeBytes, signal)),
    close,
  };
}

/** The digest and size of a resumed file's existing content. */
export async function digestExisting(handle: FileHandle): Promise<{ digest: StagedDigest; sizeBytes: number }> {
  const digest = createStagedDigest(handle);
  const { size } = await handle.stat();
  digest.written(size);
  if (size >= LARGE_BYTES) return { digest, sizeBytes: size };
  const buffer = Buffer.allocUnsafe(Math.min(READ_BYTES, size));
  let sizeBytes = 0;
  while (sizeBytes < size) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, sizeBytes);
    if (bytesRead === 0) break;
    digest.append(buffer.subarray(0, bytesRead));
    sizeBytes += bytesRead;
  }
  return { digest, sizeBytes };
}

type DigestThread = {
  read(upTo: number): void;
  finish(upTo: number, signal?: AbortSignal): Promise<string>;
  close(): Promise<void>;
};

function startDigestThread(fd: number): DigestThread {
  const workerData: DigestStart = { fd };
  const worker = new Worker(new URL('./digest-worker.ts', import.meta.url), { workerData });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  // Handled by `finish`.
  failed.catch(() => undefined);
  const send = (order: DigestOrder): void => worker.postMessage(order);
  return {
    read: (upTo) => send({ upTo, isEnd: false }),
    finish: async (upTo, signal) => {
      send({ upTo, isEnd: true });
      const answer: readonly unknown[] = await Promise.race([once(worker, 'message', signal && { signal }), failed]);
      return String(answer[0]);
    },
    close: async () => void (await worker.terminate()),
  };
}

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import type { DigestOrder, DigestStart } from './digest-messages.ts';

/** From here on a thread is worth its start and its memory. */
const LARGE_BYTES = 32 * 1024 * 1024;

const READ_BYTES = 1024 * 1024;

/**
 * SHA-1 of a staging file while it is written: of a small one by what is appended, of a large one on a thread of its own, which reads
 * what was written. It would take a third of the time of the thread that receives the bytes.
 */
export type StagedDigest = {
  /** These bytes come next. */
  append(bytes: Uint8Array): void;
  /** So many bytes of the file are written, from its start. */
  written(sizeBytes: number): void;
  /** The file is empty again. */
  restart(): Promise<void>;
  /** Resolves with the SHA-1 of the whole file, in lower-case hexadecimal. */
  finish(sizeBytes: number): Promise<string>;
  /** Nobody reads the file any more when this resolves. */
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
    finish: async (sizeBytes) => (thread === null ? own.digest('hex') : thread.finish(sizeBytes)),
    close,
  };
}

/** The digest of what a resumed file holds, and how much that is. */
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
  finish(upTo: number): Promise<string>;
  close(): Promise<void>;
};

function startDigestThread(fd: number): DigestThread {
  const workerData: DigestStart = { fd };
  const worker = new Worker(new URL('./digest-worker.ts', import.meta.url), { workerData });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  // Met by whoever waits for the digest.
  failed.catch(() => undefined);
  const send = (order: DigestOrder): void => worker.postMessage(order);
  return {
    read: (upTo) => send({ upTo, isEnd: false }),
    finish: async (upTo) => {
      send({ upTo, isEnd: true });
      const answer: readonly unknown[] = await Promise.race([once(worker, 'message'), failed]);
      return String(answer[0]);
    },
    close: async () => void (await worker.terminate()),
  };
}

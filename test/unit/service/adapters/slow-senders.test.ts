import { randomBytes } from 'node:crypto';
import { CreateMultipartUploadCommand, PutObjectCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { expect, test, vi } from 'vitest';
import type { Bucket } from '../../../../service/adapters/blob-s3/bucket.ts';
import { createPartMemory } from '../../../../service/adapters/blob-s3/part-memory.ts';
import { writeBlob } from '../../../../service/adapters/blob-s3/write-blob.ts';
import { BlobStoreUnavailable } from '../../../../service/ports/blob-store.ts';
import { sha1Of } from '../../../support/service/domain-world.ts';

const mib = 1024 * 1024;

/** A bucket with memory for three parts of 1 MiB, and the bytes that it received by key. */
function openBucket(windowMs: number) {
  const received = new Map<string, Uint8Array[]>();
  const send = async (command: object): Promise<object> => {
    if (command instanceof CreateMultipartUploadCommand) return { UploadId: 'upload' };
    if (command instanceof PutObjectCommand || command instanceof UploadPartCommand) {
      const { Key = '', Body } = command.input;
      if (Body instanceof Uint8Array) received.set(Key, [...(received.get(Key) ?? []), Uint8Array.from(Body)]);
    }
    return { ETag: '"etag"' };
  };
  const client = Object.assign(new S3Client({ region: 'eu' }), { send });
  const memory = createPartMemory(3 * mib, { windowBytes: 64 * 1024, windowMs });
  const bucket: Bucket = { client, reader: client, signer: null, memory, name: 'b', prefix: '', keyOf: (id) => id };
  return { bucket, received: (blobId: string) => Buffer.concat(received.get(blobId) ?? []) };
}

/** Senders that stop before their last bytes, and the bytes taken from all of them. */
function stalledSenders() {
  let taken = 0;
  const over = Promise.withResolvers<void>();
  const content = async function* () {
    for (let piece = 0; piece < 15; piece += 1) {
      taken += 64 * 1024;
      yield new Uint8Array(64 * 1024);
    }
    await over.promise;
  };
  return { content, taken: () => taken, end: over.resolve };
}

async function* quickly(bytes: Uint8Array) {
  for (let start = 0; start < bytes.length; start += 64 * 1024) yield bytes.subarray(start, start + 64 * 1024);
}

/** Two pieces, which each write reads before it asks for memory. */
const startOfAll = 200 * 2 * 64 * 1024;

test('stalled senders take no more memory than there is, and hold up no small content', async () => {
  const { bucket, received } = openBucket(3_600_000);
  const { content, taken, end } = stalledSenders();
  const writes = Array.from({ length: 200 }, async (_, index) => {
    return writeBlob(bucket, content(), { maxBytes: mib, sender: `${index}` });
  });
  await vi.waitFor(() => expect(taken()).toBe(startOfAll + 3 * 13 * 64 * 1024));
  const { blobId } = await writeBlob(bucket, quickly(Buffer.from('small')), { maxBytes: mib });
  expect(String(received(blobId))).toBe('small');
  expect(taken()).toBe(startOfAll + 3 * 13 * 64 * 1024);
  end();
  expect(await Promise.all(writes)).toHaveLength(200);
});

test('a large content gets the memory of senders that are too slow, which are told to retry', async () => {
  const { bucket, received } = openBucket(50);
  const { content, end } = stalledSenders();
  const writes = Array.from({ length: 9 }, async (_, index) => {
    return writeBlob(bucket, content(), { maxBytes: mib, sender: `${index}` });
  });
  const ends = Promise.allSettled(writes);
  const bytes = Buffer.alloc(mib, 'large');
  const { blobId, sha1 } = await writeBlob(bucket, quickly(bytes), { maxBytes: mib });
  expect([sha1, received(blobId).equals(bytes)]).toEqual([sha1Of(bytes), true]);
  end();
  const failed = await ends.then((all) => all.filter((each) => each.status === 'rejected'));
  expect(failed.length).toBeGreaterThanOrEqual(7);
  for (const { reason } of failed) expect(reason).toBeInstanceOf(BlobStoreUnavailable);
});

test('many connections of one sender, none of them too slow, hold up no one else', async () => {
  const { bucket, received } = openBucket(3_600_000);
  const { content, end } = stalledSenders();
  const writes = Array.from({ length: 60 }, async () => {
    return writeBlob(bucket, content(), { maxBytes: mib, sender: 'slow' });
  });
  const bytes = Buffer.alloc(mib, 'honest');
  const { blobId } = await writeBlob(bucket, quickly(bytes), { maxBytes: mib, sender: 'honest' });
  expect(received(blobId).equals(bytes)).toBe(true);
  end();
  expect(await Promise.all(writes)).toHaveLength(60);
});

test('senders get memory in turns, each for the parts that it asked for first', async () => {
  const memory = createPartMemory(mib);
  const order: string[] = [];
  const parts = ['slow 1', 'slow 2', 'slow 3', 'honest 1', 'honest 2'].map(async (part) => {
    const taken = await memory.take(mib, part.slice(0, -2));
    order.push(part);
    taken.release();
  });
  await Promise.all(parts);
  expect(order).toEqual(['slow 1', 'slow 2', 'honest 1', 'slow 3', 'honest 2']);
});

test('a sender who is gone leaves the queue, and the next part gets the memory', async () => {
  const { bucket } = openBucket(3_600_000);
  const { content, end } = stalledSenders();
  const held = await bucket.memory.take(3 * mib, 'other');
  const left = new AbortController();
  const options = { maxBytes: mib, sender: 'gone' };
  const writes = Array.from({ length: 9 }, async () => writeBlob(bucket, content(), { ...options, gone: left.signal }));
  const ends = Promise.allSettled(writes);
  left.abort(new Error('The connection broke.'));
  for (const { status } of await ends) expect(status).toBe('rejected');
  await expect(writeBlob(bucket, content(), { ...options, gone: left.signal })).rejects.toThrow(
    'The connection broke.',
  );
  const stays = writeBlob(bucket, content(), options);
  held.release();
  end();
  expect((await stays).sizeBytes).toBe(15 * 64 * 1024);
});

test('a content of several parts arrives in order, and gives back all its memory', async () => {
  const { bucket, received } = openBucket(3_600_000);
  const bytes = randomBytes(30 * mib);
  const whole = { ...bucket, memory: createPartMemory(24 * mib) };
  for (let run = 0; run < 2; run += 1) {
    const { blobId, sha1 } = await writeBlob(whole, quickly(bytes), { maxBytes: 50 * mib });
    expect([sha1, received(blobId).equals(bytes)]).toEqual([sha1Of(bytes), true]);
  }
});

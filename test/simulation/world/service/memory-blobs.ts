import { createHash } from 'node:crypto';
import { BlobMissing, type BlobStore } from '../../../../service/ports/blob-store.ts';
import type { Clock } from '../../../../service/ports/clock.ts';
import { type ContentCheck, sameAs, upTo } from '../../../../service/ports/content-check.ts';
import type { Ids } from '../../../../service/ports/ids.ts';

export type MemoryBlobs = BlobStore & { readonly contents: ReadonlyMap<string, Uint8Array> };

/** An in-memory blob store. Like every blob store, it stores a content completely or not at all. */
export function openMemoryBlobs(ids: Ids, clock: Clock): MemoryBlobs {
  const contents = new Map<string, Uint8Array>();
  const storedAt = new Map<string, number>();
  let owner: string | null = null;
  const need = (blobId: string): Uint8Array => {
    const found = contents.get(blobId);
    if (found === undefined) throw new BlobMissing(blobId);
    return found;
  };
  const keep = (blobId: string, bytes: Uint8Array) => {
    contents.set(blobId, bytes);
    storedAt.set(blobId, clock.now());
    return { blobId, sizeBytes: bytes.length };
  };
  const store = (blobId: string, bytes: Uint8Array) => ({ ...keep(blobId, bytes), sha1: sha1Of(bytes) });
  return {
    contents,
    write: async (content, { maxBytes }) => store(ids.hex(16), await collect(content, upTo(maxBytes))),
    writeCopy: async (content, original) => {
      keep(original.blobId, await collect(content, sameAs(original)));
    },
    writeMany: async (many) => many.map((bytes) => store(ids.hex(16), Uint8Array.from(bytes))),
    compose: async (partIds) => keep(ids.hex(16), Buffer.concat(partIds.map(need))),
    open: async (blobId, range) => {
      const bytes = need(blobId);
      const part = range === undefined ? bytes : bytes.subarray(range.start, range.end + 1);
      return (async function* () {
        if (part.length > 0) yield part;
      })();
    },
    signedUrl: async () => null,
    feed: async (blobId, take) => take(need(blobId)),
    digest: async (blobId) => {
      const bytes = need(blobId);
      return { blobId, sha1: sha1Of(bytes), sizeBytes: bytes.length };
    },
    delete: async (blobId) => {
      contents.delete(blobId);
      storedAt.delete(blobId);
    },
    deleteMany: async (blobIds) => {
      for (const blobId of blobIds) {
        contents.delete(blobId);
        storedAt.delete(blobId);
      }
      return new Map();
    },
    async *list() {
      for (const [blobId, bytes] of contents) {
        yield { blobId, sizeBytes: bytes.length, storedAt: storedAt.get(blobId) ?? 0 };
      }
    },
    removeAbandoned: async () => 0,
    owner: async () => owner,
    setOwner: async (id) => {
      owner = id;
    },
    isAvailable: async () => true,
  };
}

async function collect(content: AsyncIterable<Uint8Array>, check: ContentCheck): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of content) {
    sizeBytes += chunk.length;
    check.soFar(sizeBytes);
    chunks.push(Uint8Array.from(chunk));
  }
  const bytes = Buffer.concat(chunks);
  check.atEnd({ sha1: sha1Of(bytes), sizeBytes });
  return bytes;
}

function sha1Of(bytes: Uint8Array): string {
  return createHash('sha1').update(bytes).digest('hex');
}

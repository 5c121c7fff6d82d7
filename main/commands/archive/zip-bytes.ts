import { makeZip, predictLength } from 'client-zip';
import type { Octets } from '../../../contract/operation.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { openBytes } from '../content/open-bytes.ts';
import type { Archive, ArchiveEntry, LinkHeader } from './archive.ts';

type FileEntry = Extract<ArchiveEntry, { kind: 'file' }>;

/** Length of the archive. Contents are stored uncompressed, so the length is known up front and the receiver can detect a truncated download. */
export function zipLength({ entries }: Pick<Archive, 'entries'>): string {
  return String(predictLength(entries.map(sizeOf)));
}

/** Streams the archive, one content after another. Fails if a content has changed since it was gathered. */
export async function* zipBytes(api: ApiClient, archive: Archive, signal: AbortSignal): Octets {
  const over = new AbortController();
  const zip = makeZip(inputs(api, archive, AbortSignal.any([signal, over.signal]))).getReader();
  try {
    for (;;) {
      const { done, value } = await zip.read();
      if (done) return;
      yield value;
    }
  } finally {
    over.abort();
  }
}

function sizeOf(entry: ArchiveEntry) {
  switch (entry.kind) {
    case 'file':
      return { name: entry.path, size: entry.sizeBytes };
    case 'bookmark':
      return { name: entry.path, input: entry.text };
    case 'empty_folder':
      return { name: `${entry.path}/` };
  }
}

function* inputs(api: ApiClient, { entries, link }: Archive, signal: AbortSignal) {
  for (const entry of entries) {
    switch (entry.kind) {
      case 'file':
        yield {
          name: entry.path,
          size: entry.sizeBytes,
          lastModified: entry.changed,
          input: wholeFile(api, entry, link, signal),
        };
        break;
      case 'bookmark':
        yield { name: entry.path, lastModified: entry.changed, input: entry.text };
        break;
      case 'empty_folder':
        yield { name: `${entry.path}/` };
    }
  }
}

/** Opens each download only when its turn comes. */
async function* wholeFile(
  api: ApiClient,
  { fileId, path, sizeBytes }: FileEntry,
  link: LinkHeader,
  signal: AbortSignal,
): Octets {
  const wanted = { fileId, version: null, range: null, ifRange: null };
  const { body } = await openBytes(api, wanted, link, signal);
  let readBytes = 0;
  for await (const chunk of body) {
    readBytes += chunk.byteLength;
    yield chunk;
  }
  if (readBytes !== sizeBytes) throw new Error(`"${path}" was changed while the archive was made`);
}

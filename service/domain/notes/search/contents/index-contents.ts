import { BlobMissing, BlobStoreUnavailable, BlobUnreadable } from '../../../../ports/blob-store.ts';
import type { UnreadVersion } from '../../../../ports/metadata/notes/content-texts.ts';
import { oneByOne } from '../../../kernel/one-by-one.ts';
import { affectsOneContent } from '../../../kernel/owns-contents.ts';
import type { Service } from '../../../service.ts';
import { contentWords } from './content-words.ts';

/** Versions looked at before newer ones get their turn. */
const batch = 50;

/** After so many failures the rest would probably fail too, and waits for the next run. */
const mostFailures = 100;

/**
 * Stores the words of unread contents of current versions for the search, the newest first. No transaction is open while it reads. A damaged
 * content counts as one without text. Returns how many were read.
 * @throws PartlyFailed at the end if some could not be read; they are read by the next run.
 */
export async function indexContents(service: Service): Promise<number> {
  const contents = oneByOne();
  const failed = new Set<string>();
  for (;;) {
    const listed = await service.store.read((reads) => reads.contentTexts.listUnread(batch + failed.size));
    const unread = listed.filter(({ versionId }) => !failed.has(versionId));
    if (unread.length === 0 || failed.size >= mostFailures) return contents.end();
    const settled = unread.filter(({ isCurrent, isRead }) => isRead || !isCurrent);
    if (settled.length > 0)
      await service.store.transaction(({ contentTexts }) => contentTexts.settle(settled), 'apart');
    const toRead = unread.filter((version) => !settled.includes(version));
    for (const version of new Map(toRead.map((one) => [one.blobId, one])).values()) {
      // Until it has succeeded.
      failed.add(version.versionId);
      await contents.attempt(async () => {
        await indexContent(service, version);
        return failed.delete(version.versionId);
      });
    }
  }
}

async function indexContent(service: Service, { blobId, sizeBytes }: UnreadVersion): Promise<void> {
  const text = await textOf(service, { blobId, sizeBytes });
  const words = await contentWords(text);
  await service.store.transaction(({ contentTexts }) => contentTexts.put({ blobId, words }), 'apart');
}

async function textOf(
  service: Service,
  { blobId, sizeBytes }: Pick<UnreadVersion, 'blobId' | 'sizeBytes'>,
): Promise<string> {
  const { blobs, texts } = service;
  try {
    return await texts.extract({ sizeBytes, open: () => blobs.open(blobId, undefined, sizeBytes) });
  } catch (error) {
    // Another attempt would read the same.
    if (await affectsOneContent(service, error)) return '';
    throw error instanceof BlobMissing || error instanceof BlobUnreadable ? new BlobStoreUnavailable(error) : error;
  }
}

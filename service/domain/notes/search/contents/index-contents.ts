import { BlobDamaged, BlobMissing, BlobStoreUnavailable, BlobUnreadable } from '../../../../ports/blob-store.ts';
import type { UnreadVersion } from '../../../../ports/metadata/notes/content-texts.ts';
import { affectsOneContent, ownsContents } from '../../../kernel/contents/owns-contents.ts';
import { oneByOne } from '../../../kernel/work/one-by-one.ts';
import type { Service } from '../../../service.ts';
import { contentWords } from './content-words.ts';

/** Versions looked at before newer ones get their turn. */
const batch = 50;

/** After so many failures the rest would probably fail too, and waits for the next run. */
const mostFailures = 100;

/**
 * Stores the words of unread contents of current versions for the search, the newest first. No transaction is open while it reads. A lost or
 * damaged content counts as one without text. One that alone can't be read is tried again after growing pauses, and in the end counts as one
 * without text too. Returns how many were read.
 * @throws PartlyFailed at the end if some could not be read. If the whole store was unavailable, the next run reads them.
 */
export async function indexContents(service: Service): Promise<number> {
  const { unreadTexts, clock } = service;
  const contents = oneByOne();
  const failed = new Set<string>();
  for (;;) {
    const limit = batch + new Set([...failed, ...unreadTexts.ids()]).size;
    const listed = await service.store.read((reads) => reads.contentTexts.listUnread(limit));
    if (listed.length < limit) unreadTexts.keepOnly(new Set(listed.map(({ versionId }) => versionId)));
    const now = clock.now();
    const unread = listed
      .filter(({ versionId }) => !failed.has(versionId) && unreadTexts.isDue(versionId, now))
      .slice(0, batch);
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

async function indexContent(service: Service, { versionId, blobId, sizeBytes }: UnreadVersion): Promise<void> {
  const put = async (words: readonly string[]) =>
    service.store.transaction(({ contentTexts }) => contentTexts.put({ blobId, words }), 'apart');
  try {
    await put(await contentWords(await textOf(service, { blobId, sizeBytes })));
  } catch (error) {
    if (await mayRecover(service, error)) {
      if (!service.unreadTexts.postpone(versionId, service.clock.now())) await put([]);
    }
    throw error;
  }
  service.unreadTexts.forget(versionId);
}

/** True if the store fails to read this content, and answers otherwise: then the next run would probably fail at it again. */
async function mayRecover(service: Service, error: unknown): Promise<boolean> {
  return (error instanceof BlobUnreadable || error instanceof BlobStoreUnavailable) && ownsContents(service);
}

async function textOf(
  service: Service,
  { blobId, sizeBytes }: Pick<UnreadVersion, 'blobId' | 'sizeBytes'>,
): Promise<string> {
  const { blobs, texts } = service;
  try {
    return await texts.extract({ sizeBytes, open: () => blobs.open(blobId, undefined, sizeBytes) });
  } catch (error) {
    if (!(error instanceof BlobMissing || error instanceof BlobUnreadable)) throw error;
    if (!(await affectsOneContent(service, error))) throw new BlobStoreUnavailable(error);
    // Another attempt would read the same.
    if (error instanceof BlobMissing || error instanceof BlobDamaged) return '';
    throw error;
  }
}

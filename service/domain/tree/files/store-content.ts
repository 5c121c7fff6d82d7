import { say } from '../../../../contract/rules/say.ts';
import { BlobSpaceExhausted, BlobTooLarge, type StoredBlob } from '../../../ports/blob-store.ts';
import { MetadataUnavailable } from '../../../ports/metadata-store.ts';
import { Refusal } from '../../refusal.ts';
import type { Service } from '../../service.ts';
import { type ContentSpace, withinSpaces } from './content-space.ts';

/** Incoming content. */
export interface IncomingContent {
  readonly content: AsyncIterable<Uint8Array>;
  /** It has no more bytes than this; absent: unknown. */
  readonly atMostBytes?: number | undefined;
  /** It has no fewer bytes than this, so that it is refused early if there is no space; absent: unknown. */
  readonly atLeastBytes?: number | undefined;
  /** The SHA-1 computed by the sender, lower-case hexadecimal. */
  readonly sha1?: string | undefined;
  /** Aborts when the sender is gone. */
  readonly gone?: AbortSignal | undefined;
}

/** Incoming content and its sender: the id of a person, or the network of a visitor. */
interface SentContent extends IncomingContent {
  readonly sender: string;
}

/** Incoming content and the spaces that it has to fit into while it arrives. */
interface PlacedContent extends SentContent {
  readonly spaces: readonly ContentSpace[];
}

/**
 * Content of which no more than this is sent is stored before the request is checked: it arrives with the request anyway. It has to fit into
 * its space only when it is recorded.
 */
const smallBytes = 64 * 1024;

function isSmall({ atMostBytes }: IncomingContent): boolean {
  return atMostBytes !== undefined && atMostBytes <= smallBytes;
}

/**
 * Runs `preflight`, stores content, and then runs `record`, which checks again and refers to the content in the metadata. Small content
 * is stored without `preflight`, unless storing it fails: the refusals of `preflight` come before those of the content.
 * If anything fails before `record` commits, the blob is deleted; if that fails too, the blob collection finds the orphan.
 * @throws Refusal `bad_digest` if the received bytes differ from those sent; `unavailable` if the disk is full.
 */
export async function withCheckedContent<T>(
  service: Service,
  incoming: SentContent,
  preflight: () => Promise<ContentSpace>,
  record: (blob: StoredBlob) => Promise<T>,
): Promise<T> {
  if (isSmall(incoming)) return withStoredContent(service, { ...incoming, spaces: [] }, record, preflight);
  return withStoredContent(service, { ...incoming, spaces: [await preflight()] }, record);
}

/**
 * Stores content and then runs `record`, which refers to it in the metadata. If anything fails before `record` commits, the blob is
 * deleted; if that fails too, the blob collection finds the orphan.
 * @param refuseFirst runs before a failure of the content itself is thrown.
 * @throws Refusal `bad_digest` if the received bytes differ from those sent; `storage_limit_exceeded` as soon as they do not fit into a
 * space; `unavailable` if the disk is full.
 */
export async function withStoredContent<T>(
  service: Service,
  incoming: PlacedContent,
  record: (blob: StoredBlob) => Promise<T>,
  refuseFirst: () => Promise<unknown> = async () => {},
): Promise<T> {
  const blob = await storeContent(service, incoming).catch(async (error: unknown) => {
    await refuseFirst();
    throw error;
  });
  try {
    if (incoming.sha1 !== undefined && incoming.sha1 !== blob.sha1) {
      await refuseFirst();
      const message = say`The received bytes have the SHA-1 ${blob.sha1}, not ${incoming.sha1}. Send them again.`;
      throw new Refusal('bad_digest', message);
    }
    return await record(blob);
  } catch (error) {
    await dropBlobs(service, [blob.blobId], error);
    throw error;
  }
}

/** Writes content to the blob store and converts its errors to refusals. */
async function storeContent(service: Service, incoming: PlacedContent): Promise<StoredBlob> {
  const { content, sender, gone, spaces, atMostBytes = Number.POSITIVE_INFINITY } = incoming;
  const { singleUploadBytes: maxBytes } = service.settings;
  const fitting = isSmall(incoming) ? content : withinSpaces(service, content, spaces);
  try {
    // The store may reserve memory for as much.
    return await service.blobs.write(fitting, { maxBytes: Math.min(maxBytes, atMostBytes), sender, gone });
  } catch (error) {
    if (error instanceof BlobTooLarge) {
      const message = say`A single request can upload at most ${maxBytes} bytes. Use an upload session for larger files.`;
      throw new Refusal('request_entity_too_large', message, { cause: error });
    }
    throw error instanceof BlobSpaceExhausted ? spaceRefusal(error) : error;
  }
}

/** Writes many small blobs at once; the results are in the same order. */
export async function storeContents(service: Service, contents: readonly Uint8Array[]): Promise<readonly StoredBlob[]> {
  try {
    return await service.blobs.writeMany(contents);
  } catch (error) {
    throw error instanceof BlobSpaceExhausted ? spaceRefusal(error) : error;
  }
}

/** The service's own disk is full: the sender can only retry later. */
export function spaceRefusal(cause: BlobSpaceExhausted): Refusal {
  const message = say`The storage of this service is full. Nothing was stored. Try again later.`;
  return new Refusal('unavailable', message, { retryAfterSeconds: 60, cause });
}

/**
 * Deletes blobs after a failure, unless a row refers to them: the failure may have come after the commit, and an unavailable
 * database may still contain such a row. A failure here is harmless: the next collection deletes the orphans.
 */
export async function dropBlobs(service: Service, blobIds: readonly string[], because: unknown): Promise<void> {
  if (because instanceof MetadataUnavailable && because.written === 'unknown') return;
  const drop = async () => {
    if (blobIds.length === 0) return;
    const referenced = await service.store.read(({ blobs }) => blobs.referenced(blobIds));
    await service.blobs.deleteMany(blobIds.filter((blobId) => !referenced.has(blobId)));
  };
  await drop().catch(() => undefined);
}

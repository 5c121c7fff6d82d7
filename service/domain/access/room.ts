import type { UserRecord } from '../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { Refusal } from '../refusal.ts';
import type { ServiceSettings } from '../service.ts';

/** @throws Refusal `file_size_limit_exceeded` for a file above the service's or the user's size limit. */
export function requireFileSize(
  settings: ServiceSettings,
  uploader: Pick<UserRecord, 'maxUploadBytes'>,
  sizeBytes: number,
): void {
  const own = uploader.maxUploadBytes;
  if (own !== null && sizeBytes > own) {
    const message = `The file has ${sizeBytes} bytes. Your max_upload_size is ${own}. Ask your administrator to raise it.`;
    throw new Refusal('file_size_limit_exceeded', message);
  }
  if (sizeBytes <= settings.maxFileBytes) return;
  const message = `The file has ${sizeBytes} bytes. The limit is ${settings.maxFileBytes}.`;
  throw new Refusal('file_size_limit_exceeded', message);
}

/**
 * Parts of open upload sessions take space like files.
 * @throws Refusal `storage_limit_exceeded` if the owner does not have enough space for this many bytes.
 */
export async function requireSpace(reads: MetadataReads, ownerId: string, bytes: number): Promise<void> {
  const owner = await reads.users.get(ownerId);
  if (!owner || owner.spaceAmountBytes === null) return;
  const held = await reads.sessions.bytesHeld(ownerId);
  const free = owner.spaceAmountBytes - owner.spaceUsedBytes - held;
  if (bytes <= free) return;
  const { spaceAmountBytes: all } = owner;
  const sentences = [
    `Not enough space for ${bytes} bytes: ${Math.max(free, 0)} of ${all} bytes are free.`,
    ...(held === 0 ? [] : [`Unfinished uploads take ${held} bytes. Finish or abort them.`]),
    'Empty the trash or ask for more space.',
  ];
  throw new Refusal('storage_limit_exceeded', sentences.join(' '));
}

import type { UserRecord } from '../../ports/metadata/users.ts';
import type { MetadataReads } from '../../ports/metadata-store.ts';
import { Refusal } from '../refusal.ts';
import type { ServiceSettings } from '../service.ts';

/** @throws Refusal `file_size_limit_exceeded` for a file larger than any may be, or than this person may upload. */
export function requireFileSize(
  settings: ServiceSettings,
  uploader: Pick<UserRecord, 'maxUploadBytes'>,
  sizeBytes: number,
): void {
  const own = uploader.maxUploadBytes;
  if (own !== null && sizeBytes > own) {
    const message = `The file has ${sizeBytes} bytes; your max_upload_size is ${own}. Ask your administrator for more.`;
    throw new Refusal('file_size_limit_exceeded', message);
  }
  if (sizeBytes <= settings.maxFileBytes) return;
  const message = `The file has ${sizeBytes} bytes; a file may have at most ${settings.maxFileBytes}.`;
  throw new Refusal('file_size_limit_exceeded', message);
}

/**
 * Parts of open upload sessions take space like files.
 * @throws Refusal `storage_limit_exceeded` when so many further bytes do not fit into the owner's space.
 */
export async function requireSpace(reads: MetadataReads, ownerId: string, bytes: number): Promise<void> {
  const owner = await reads.users.get(ownerId);
  if (!owner || owner.spaceAmountBytes === null) return;
  const held = await reads.sessions.bytesHeld(ownerId);
  const free = owner.spaceAmountBytes - owner.spaceUsedBytes - held;
  if (bytes <= free) return;
  const { spaceAmountBytes: all } = owner;
  const sentences = [
    `${bytes} bytes do not fit: ${Math.max(free, 0)} of ${all} bytes are free.`,
    ...(held === 0 ? [] : [`Unfinished uploads take ${held} bytes: finish or abort them.`]),
    'Purge the trash or ask for more space.',
  ];
  throw new Refusal('storage_limit_exceeded', sentences.join(' '));
}

import { say } from '../../../contract/rules/say.ts';
import type { Room, UserRecord } from '../../ports/metadata/people/users.ts';
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
    const message = say`The file has ${sizeBytes} bytes. Your max_upload_size is ${own}. Ask your administrator to raise it.`;
    throw new Refusal('file_size_limit_exceeded', message);
  }
  if (sizeBytes <= settings.maxFileBytes) return;
  const message = say`The file has ${sizeBytes} bytes. The limit is ${settings.maxFileBytes}.`;
  throw new Refusal('file_size_limit_exceeded', message);
}

/**
 * Resolves with the free bytes of the owner.
 * @param arrivingBytes bytes of other uploads that are in progress, which take space like parts of open sessions
 * @throws Refusal `storage_limit_exceeded` if the owner does not have enough space for this many bytes.
 */
export async function requireSpace(
  reads: MetadataReads,
  ownerId: string,
  bytes: number,
  arrivingBytes = 0,
): Promise<number> {
  const room = await reads.users.roomOf(ownerId);
  requireRoom(room && { ...room, heldBytes: room.heldBytes + arrivingBytes }, bytes);
  return room === null ? Number.POSITIVE_INFINITY : freeBytesOf(room);
}

/** The same for a known room. */
export function requireRoom(room: Room | null, bytes: number): void {
  if (room === null) return;
  const { allBytes: all, heldBytes: held } = room;
  const free = freeBytesOf(room);
  if (bytes <= free) return;
  const sentences = [
    ...say`Not enough space for ${bytes} bytes: ${Math.max(free, 0)} of ${all} bytes are free.`,
    ...(held === 0
      ? []
      : say`Unfinished uploads take ${held} bytes. That space is freed when they finish, are aborted or expire.`),
    ...say`Empty the trash or ask for more space.`,
  ];
  throw new Refusal('storage_limit_exceeded', sentences);
}

function freeBytesOf({ allBytes, usedBytes, heldBytes }: Room): number {
  return allBytes - usedBytes - heldBytes;
}

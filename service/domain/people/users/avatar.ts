import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { AvatarRecord } from '../../../ports/metadata/people/users.ts';
import { requireAccountRights } from '../../access/enterprise/administration.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { requireVisibleUser } from './get-user.ts';

/**
 * A user's avatar.
 * @throws Refusal `not_found` if there is none.
 */
export async function getAvatar(service: Service, caller: Caller, userId: string): Promise<AvatarRecord> {
  return service.store.read(async (reads) => {
    await requireVisibleUser(reads, caller, userId);
    const avatar = await reads.users.avatar(userId);
    if (!avatar) throw new Refusal('not_found', say`User ${userId} has no avatar.`);
    return avatar;
  });
}

/**
 * Sets a user's avatar and returns whether it replaced one.
 * @throws Refusal `bad_request` unless it is a PNG or JPEG.
 */
export async function setAvatar(
  service: Service,
  caller: Caller,
  { userId, content }: { readonly userId: string; readonly content: AsyncIterable<Uint8Array> },
): Promise<'new' | 'replaced'> {
  const picture = await readPicture(content);
  return service.store.transaction(async (tx) => {
    const user = await requireVisibleUser(tx, caller, userId);
    await requireAccountRights(tx, caller, user, 'personal');
    const known = await tx.users.avatar(userId);
    await tx.users.putAvatar({ userId, ...picture });
    return known ? 'replaced' : 'new';
  });
}

/** Removes a user's avatar, if there is one. */
export async function deleteAvatar(service: Service, caller: Caller, userId: string): Promise<void> {
  await service.store.transaction(async (tx) => {
    const user = await requireVisibleUser(tx, caller, userId);
    await requireAccountRights(tx, caller, user, 'personal');
    await tx.users.deleteAvatar(userId);
  });
}

async function readPicture(content: AsyncIterable<Uint8Array>): Promise<Omit<AvatarRecord, 'userId'>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isTooLarge = false;
  // Always read to the end: many clients lose a response that arrives in the middle of the body.
  for await (const chunk of content) {
    size += chunk.length;
    isTooLarge ||= size > limits.avatarBytes;
    if (!isTooLarge) chunks.push(chunk);
  }
  if (isTooLarge) {
    const message = say`An avatar can have at most ${limits.avatarBytes} bytes, not ${size}. Send a smaller one.`;
    throw new Refusal('request_entity_too_large', message);
  }
  const bytes = Buffer.concat(chunks);
  return { contentType: pictureType(bytes), content: bytes };
}

/** The type by its first bytes (PNG 5.2, JFIF), regardless of the type that the sender declares. */
function pictureType(bytes: Buffer): string {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png';
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg';
  throw new Refusal('bad_request', say`An avatar must be a PNG or a JPEG.`);
}

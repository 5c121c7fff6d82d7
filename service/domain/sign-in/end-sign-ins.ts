import type { MetadataWrites } from '../../ports/metadata-store.ts';

/** Forgets all by which a person could come in: tokens, browsers, the password, devices. */
export async function endSignIns({ tokens, signIn, devicePins }: MetadataWrites, userId: string): Promise<void> {
  await tokens.deleteOfUser(userId);
  await signIn.deleteBrowserSessionsOfUser(userId);
  await signIn.deletePassword(userId);
  await devicePins.deleteOfUser(userId);
}

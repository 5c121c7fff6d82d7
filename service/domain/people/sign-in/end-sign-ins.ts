import type { MetadataWrites } from '../../../ports/metadata-store.ts';

/** Removes every way to sign in: tokens, browsers, the password, devices. */
export async function endSignIns({ tokens, signIn, devicePins }: MetadataWrites, userId: string): Promise<void> {
  await tokens.deleteOfUser(userId);
  await signIn.deleteBrowserSessionsOfUser(userId);
  await signIn.deletePassword(userId);
  await devicePins.deleteOfUser(userId);
}

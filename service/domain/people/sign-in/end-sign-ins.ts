import type { UserChanges } from '../../../ports/metadata/people/users.ts';
import type { MetadataWrites } from '../../../ports/metadata-store.ts';

/** Ends every sign-in of a user: tokens, authorization codes, browsers, devices. The password stays, so that the user can sign in again. */
export async function endSignIns({ tokens, signIn, devicePins }: MetadataWrites, userId: string): Promise<void> {
  await tokens.deleteOfUser(userId);
  await signIn.deleteBrowserSessionsOfUser(userId);
  await devicePins.deleteOfUser(userId);
}

/**
 * Changes an account, and ends its sign-ins if that closes it. A closed account is refused anyway, but opening it again must not
 * bring back the tokens of a lost device.
 */
export async function updateAccount(tx: MetadataWrites, userId: string, changes: UserChanges): Promise<void> {
  await tx.users.update(userId, changes);
  if (changes.status === 'inactive') await endSignIns(tx, userId);
}

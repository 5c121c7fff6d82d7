import type { UserChanges, UserRecord } from '../../../ports/metadata/people/users.ts';
import type { MetadataWrites } from '../../../ports/metadata-store.ts';
import { endSessionsOf } from '../../change/end-sessions.ts';

/** Ends every sign-in of a user: tokens, authorization codes, browsers, devices. The password stays, so that the user can sign in again. */
export async function endSignIns({ tokens, signIn, devicePins }: MetadataWrites, userId: string): Promise<void> {
  await tokens.deleteOfUser(userId);
  await signIn.deleteBrowserSessionsOfUser(userId);
  await devicePins.deleteOfUser(userId);
}

/**
 * Changes an account, and ends its sign-ins and unfinished uploads if that closes or reopens it. A closed account is refused anyway; but reopening it must not
 * bring back the tokens of a lost device, not even those of an account that an earlier version closed without ending them.
 */
export async function updateAccount(tx: MetadataWrites, user: UserRecord, changes: UserChanges): Promise<void> {
  await tx.users.update(user.id, changes);
  if (changes.status === undefined || ![changes.status, user.status].includes('inactive')) return;
  await endSignIns(tx, user.id);
  await endSessionsOf(tx, user.id);
}

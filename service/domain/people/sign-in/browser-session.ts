import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import type { Service } from '../../service.ts';
import { digestOf } from '../tokens/digest.ts';

/** The signed-in user of a browser, by its cookie value; null if no one is (or is no longer) signed in. */
export async function findSignedIn(service: Service, secret: string): Promise<UserRecord | null> {
  return service.store.read((reads) => signedInBy(reads, secret));
}

/** The same within a transaction. */
export async function signedInBy(reads: MetadataReads, secret: string): Promise<UserRecord | null> {
  const session = await reads.signIn.browserSession(digestOf(secret));
  if (!session || session.expiresAt <= reads.now()) return null;
  const user = await reads.users.get(session.userId);
  return user && user.status !== 'inactive' ? user : null;
}

/** Signs a browser out. */
export async function signOut(service: Service, secret: string): Promise<void> {
  await service.store.transaction(async ({ signIn }) => signIn.deleteBrowserSession(digestOf(secret)), 'apart');
}

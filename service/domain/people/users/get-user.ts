import type { FullUser } from '../../../../contract/resources/people/user.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { maySeeAccount } from '../../access/enterprise/administration.ts';
import { Refusal } from '../../refusal.ts';
import { presentUser } from '../../representation/user.ts';
import type { Caller, Service } from '../../service.ts';

/** A user: oneself, or for callers who may look up users. */
export async function getUser(service: Service, caller: Caller, userId: string): Promise<FullUser> {
  return service.store.read(async (reads) => {
    return presentUser(await requireVisibleUser(reads, caller, userId), service.settings);
  });
}

/** @throws Refusal `not_found` for a user who does not exist or whom the caller may not look up: the two are indistinguishable. */
export async function requireVisibleUser(reads: MetadataReads, caller: Caller, userId: string): Promise<UserRecord> {
  const user = await reads.users.get(userId);
  if (user && (await maySeeAccount(reads, caller, user))) return user;
  throw new Refusal('not_found', say`User ${userId} does not exist, or you may not look up users.`);
}

import type { EmailAlias } from '../../../../contract/resources/people/user.ts';
import { limits } from '../../../../contract/rules/limits.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { EmailAliasRecord, UserRecord } from '../../../ports/metadata/people/users.ts';
import type { MetadataReads } from '../../../ports/metadata-store.ts';
import { requireAccountRights } from '../../access/enterprise/administration.ts';
import { type Change, change } from '../../change/change.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, Service } from '../../service.ts';
import { requireFreeLogin, requireLogin } from './account-rules.ts';
import { claimInvitations } from './claim-invitations.ts';
import { requireVisibleUser } from './get-user.ts';

/** A user's email aliases, oldest first. */
export async function listEmailAliases(
  service: Service,
  caller: Caller,
  userId: string,
): Promise<{ readonly total_count: number; readonly entries: EmailAlias[] }> {
  return service.store.read(async (reads) => {
    await requireVisibleUser(reads, caller, userId);
    const entries = (await reads.users.aliases(userId)).map(presentAlias);
    return { total_count: entries.length, entries };
  });
}

/** Adds an email alias, which invitations also match. It counts as confirmed, since an administrator added it. */
export async function createEmailAlias(
  service: Service,
  caller: Caller,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<EmailAlias> {
  requireLogin(email);
  return change(service, caller, async (change) => {
    const { tx } = change;
    const user = await requireAccount(tx, caller, userId);
    await requireFreeLogin(tx, email, null);
    if ((await tx.users.aliases(userId)).length >= limits.emailAliasesPerUser) {
      const message = say`A user can have at most ${limits.emailAliasesPerUser} email aliases. Delete one first.`;
      throw new Refusal('bad_request', message);
    }
    const alias = { id: await tx.allocateId(), userId, email };
    await tx.users.insertAlias(alias);
    await claimInvitations(tx, email, userId);
    await reportAlias(change, 'EMAIL_ALIAS_CONFIRM', user, alias);
    return presentAlias(alias);
  });
}

/** Removes an email alias. */
export async function deleteEmailAlias(
  service: Service,
  caller: Caller,
  { userId, aliasId }: { readonly userId: string; readonly aliasId: string },
): Promise<void> {
  await change(service, caller, async (change) => {
    const { tx } = change;
    const user = await requireAccount(tx, caller, userId);
    const alias = (await tx.users.aliases(userId)).find(({ id }) => id === aliasId);
    if (!alias) throw new Refusal('not_found', say`User ${userId} has no email alias ${aliasId}.`);
    await tx.users.deleteAlias(alias.id);
    await reportAlias(change, 'EMAIL_ALIAS_REMOVE', user, alias);
  });
}

async function reportAlias(
  { report }: Change,
  adminType: 'EMAIL_ALIAS_CONFIRM' | 'EMAIL_ALIAS_REMOVE',
  user: UserRecord,
  { email }: EmailAliasRecord,
): Promise<void> {
  await report({ adminType, trigger: null, source: { kind: 'user', user }, details: { email } });
}

async function requireAccount(reads: MetadataReads, caller: Caller, userId: string): Promise<UserRecord> {
  const user = await requireVisibleUser(reads, caller, userId);
  await requireAccountRights(reads, caller, user, 'all');
  return user;
}

function presentAlias({ id, email }: EmailAliasRecord): EmailAlias {
  return { id, type: 'email_alias', email, is_confirmed: true };
}

import type { Scope } from '../../../contract/scopes.ts';
import { plainProfile, type UserRecord } from '../../ports/metadata/people/users.ts';
import { type Caller, callerFor, type SharedLinkPass } from '../service.ts';

/** The scopes of a visitor through a shared link, before the link's own limits. */
export const visitorScopes = ['item_read', 'item_preview', 'item_download'] as const satisfies readonly Scope[];

/** The user shown in events and items for people without an account. No row has this id. */
const anonymousUserId = '2';

/** The display name of a person without an account if nothing else is known. */
const someone = 'Someone';

/** A visitor without an account, with the rights of a shared link or none; uploads show the given name. */
export function anonymousCaller(sharedLink: SharedLinkPass | null, name = someone): Caller {
  return { ...callerFor(anonymousUser(name), visitorScopes), sharedLink };
}

/** True for visitors without an account. */
export function isAnonymous({ id }: Pick<UserRecord, 'id'>): boolean {
  return id === anonymousUserId;
}

function anonymousUser(name: string): UserRecord {
  return {
    id: anonymousUserId,
    login: '',
    name,
    role: 'user',
    status: 'active',
    // A visitor has no root, and no item has the id 0.
    rootId: '0',
    language: 'en',
    timezone: 'UTC',
    spaceAmountBytes: 0,
    spaceUsedBytes: 0,
    createdAt: 0,
    modifiedAt: 0,
    maxUploadBytes: null,
    externalAppUserId: null,
    lastSignInAt: null,
    profile: plainProfile,
  };
}

import type { Scope } from '../../../contract/scopes.ts';
import { plainProfile, type UserRecord } from '../../ports/metadata/users.ts';
import { type Caller, callerFor, type SharedLinkPass } from '../service.ts';

/** What whoever comes in by a shared link may do, as far as the link goes. */
export const visitorScopes = ['item_read', 'item_preview', 'item_download'] as const satisfies readonly Scope[];

/** Who stands in events and items for people without an account (service-decisions.md A13). No row has this id. */
const anonymousUserId = '2';

/** What people without an account are called when nothing more is known of them (service-api.md 2.4). */
const someone = 'Someone';

/** A visitor without an account: with what a shared link gives, or with nothing, and under a name that uploads are shown with. */
export function anonymousCaller(sharedLink: SharedLinkPass | null, name = someone): Caller {
  return { ...callerFor(anonymousUser(name), visitorScopes), sharedLink };
}

/** True for who has no account. */
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
    // No item has the id 0: a visitor has no root.
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

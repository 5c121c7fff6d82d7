import type { SharedLinkAccess } from '../../../contract/resources/shared-link.ts';
import type { ItemKind } from '../../ports/metadata/items.ts';
import type { SharedLinkRecord } from '../../ports/metadata/shared-links.ts';
import { parameterRefusal, type Refusal } from '../refusal.ts';

/** What may be set of a shared link; what is absent stays as it is. Times are in milliseconds since the epoch. */
export interface LinkSettings {
  readonly access?: SharedLinkAccess | undefined;
  readonly passwordHash?: string | null | undefined;
  readonly vanityName?: string | null | undefined;
  readonly unsharedAt?: number | null | undefined;
  readonly canDownload?: boolean | undefined;
  readonly canEdit?: boolean | undefined;
}

/** The part of a link that people set. */
export type LinkState = Pick<
  SharedLinkRecord,
  'access' | 'passwordHash' | 'vanityName' | 'unsharedAt' | 'canDownload' | 'canEdit'
>;

/** A link of which nothing was said: anybody who has it may see and download. */
export const usualLink: LinkState = {
  access: 'open',
  passwordHash: null,
  vanityName: null,
  unsharedAt: null,
  canDownload: true,
  canEdit: false,
};

/**
 * The settings after a request. @throws Refusal `bad_request` for settings that do not go together (service-decisions.md B 4.6), with
 * the field and what to do about it.
 */
export function settled(
  before: LinkState,
  wanted: LinkSettings,
  { kind, now }: { readonly kind: ItemKind; readonly now: number },
): LinkState {
  const access = wanted.access ?? before.access;
  const canEdit = wanted.canEdit ?? before.canEdit;
  const after: LinkState = {
    access,
    // A password belongs to open links alone: it goes when the circle of people takes its place.
    passwordHash:
      wanted.passwordHash === undefined && access === 'open' ? before.passwordHash : (wanted.passwordHash ?? null),
    vanityName: wanted.vanityName === undefined ? before.vanityName : wanted.vanityName,
    unsharedAt: wanted.unsharedAt === undefined ? before.unsharedAt : wanted.unsharedAt,
    // Who may edit may download: an edit that is allowed now brings the download along unless it is forbidden in the same breath.
    canDownload: wanted.canDownload ?? (canEdit || before.canDownload),
    canEdit,
  };
  requireTogether(after, wanted, kind);
  if (typeof wanted.unsharedAt === 'number' && wanted.unsharedAt <= now) {
    throw wrong('unshared_at', 'must lie in the future. Send null for a link that does not end.');
  }
  return after;
}

function requireTogether(after: LinkState, wanted: LinkSettings, kind: ItemKind): void {
  if (after.passwordHash !== null && after.access !== 'open') {
    throw wrong('password', 'is possible only with access "open". Choose that access, or send the password as null.');
  }
  if (after.canEdit && kind !== 'file') {
    throw wrong('permissions.can_edit', 'is possible only for files. Leave it out, or send false.');
  }
  if (after.canEdit && !after.canDownload) {
    throw wrong('permissions.can_edit', 'includes the download. Allow both, or send can_edit as false.');
  }
  if (after.access !== 'collaborators') return;
  if (wanted.canDownload !== undefined) {
    const message = 'is decided by the roles of the collaborators with access "collaborators". Leave it out.';
    throw wrong('permissions.can_download', message);
  }
  if (after.canEdit) {
    const message = 'is decided by the roles of the collaborators with access "collaborators". Send false.';
    throw wrong('permissions.can_edit', message);
  }
}

function wrong(field: string, sentence: string): Refusal {
  return parameterRefusal('bad_request', `shared_link.${field}`, `shared_link.${field} ${sentence}`);
}

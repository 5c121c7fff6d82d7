import type { Sentence } from '../../../../contract/resources/sentence.ts';
import type { SharedLinkAccess } from '../../../../contract/resources/sharing/shared-link.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { ItemKind } from '../../../ports/metadata/items/items.ts';
import type { SharedLinkRecord } from '../../../ports/metadata/sharing/shared-links.ts';
import { parameterRefusal, type Refusal } from '../../refusal.ts';

/** Settings of a shared link; absent ones stay as they are. Times are in milliseconds since the epoch. */
export interface LinkSettings {
  readonly access?: SharedLinkAccess | undefined;
  readonly passwordHash?: string | null | undefined;
  readonly vanityName?: string | null | undefined;
  readonly unsharedAt?: number | null | undefined;
  readonly canDownload?: boolean | undefined;
  readonly canEdit?: boolean | undefined;
}

/** The user-defined part of a link. */
export type LinkState = Pick<
  SharedLinkRecord,
  'access' | 'passwordHash' | 'vanityName' | 'unsharedAt' | 'canDownload' | 'canEdit'
>;

/** The default settings: anyone with the link may view and download. */
export const usualLink: LinkState = {
  access: 'open',
  passwordHash: null,
  vanityName: null,
  unsharedAt: null,
  canDownload: true,
  canEdit: false,
};

/**
 * The settings after a request.
 * @throws Refusal `bad_request` for contradictory settings, with the field and the remedy.
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
    // Only open links have a password; it is removed when the audience changes.
    passwordHash:
      wanted.passwordHash === undefined && access === 'open' ? before.passwordHash : (wanted.passwordHash ?? null),
    vanityName: wanted.vanityName === undefined ? before.vanityName : wanted.vanityName,
    unsharedAt: wanted.unsharedAt === undefined ? before.unsharedAt : wanted.unsharedAt,
    // Editing includes downloading: granting edit rights also grants downloads, unless the same request forbids it.
    canDownload: wanted.canDownload ?? (canEdit || before.canDownload),
    canEdit,
  };
  requireTogether(after, wanted, kind);
  if (typeof wanted.unsharedAt === 'number' && wanted.unsharedAt <= now) {
    throw wrong(
      'unshared_at',
      say`shared_link.unshared_at must be in the future. Send null for a link that does not expire.`,
    );
  }
  return after;
}

function requireTogether(after: LinkState, wanted: LinkSettings, kind: ItemKind): void {
  if (after.passwordHash !== null && after.access !== 'open') {
    throw wrong(
      'password',
      say`shared_link.password requires access "open". Use that access, or send null as the password.`,
    );
  }
  if (after.canEdit && kind !== 'file') {
    throw wrong(
      'permissions.can_edit',
      say`shared_link.permissions.can_edit applies only to files. Omit it, or send false.`,
    );
  }
  if (after.canEdit && !after.canDownload) {
    throw wrong(
      'permissions.can_edit',
      say`shared_link.permissions.can_edit includes downloading. Allow both, or send can_edit as false.`,
    );
  }
  if (after.access !== 'collaborators') return;
  if (wanted.canDownload !== undefined) {
    const message = say`shared_link.permissions.can_download is determined by the roles of the collaborators if access is "collaborators". Omit it.`;
    throw wrong('permissions.can_download', message);
  }
  if (after.canEdit) {
    const message = say`shared_link.permissions.can_edit is determined by the roles of the collaborators if access is "collaborators". Send false.`;
    throw wrong('permissions.can_edit', message);
  }
}

function wrong(field: string, sentences: readonly Sentence[]): Refusal {
  return parameterRefusal('bad_request', `shared_link.${field}`, sentences);
}

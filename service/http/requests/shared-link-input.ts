import type { SharedLinkRequest } from '../../../contract/resources/sharing/shared-link-request.ts';
import type { SharedLinkInput } from '../../domain/tree/shared-links/prepare-link-change.ts';

/** The shared link of a request in domain terms. */
export function sharedLinkInput(request: SharedLinkRequest | null | undefined): SharedLinkInput | undefined {
  if (request === null || request === undefined) return request;
  const { access, password, vanity_name: vanityName, unshared_at: unsharedAt, permissions } = request;
  return {
    access,
    password,
    vanityName,
    unsharedAt: typeof unsharedAt === 'string' ? Date.parse(unsharedAt) : unsharedAt,
    canDownload: permissions?.can_download,
    canEdit: permissions?.can_edit,
  };
}

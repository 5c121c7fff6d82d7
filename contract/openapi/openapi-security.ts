import { type Scope, scopes } from '../scopes.ts';

/* Tokens, scopes and shared links in the OpenAPI document. */

/** How a shared link opens a part of the interface; shown in the document and on its page. */
export const sharedLinkText =
  'The header svcapi ("shared_link=<address>&shared_link_password=<password>") opens the item of a shared link and all below ' +
  'it for those operations that list the header: finding the item, getting and listing files, folders and web links, downloading, copying, ' +
  'and, where the link allows editing, uploading new versions. Everything else, comments, tasks and metadata of the item included, is ' +
  'for its collaborators: there the header is ignored.';

/** A description of each scope, in one sentence. */
const scopeTexts: Readonly<Record<Scope, string>> = {
  root_readonly: 'Read all files, folders and web links of the user.',
  root_readwrite: 'Read and change all files, folders and web links of the user.',
  manage_app_users:
    'Manage and act as users that belong to applications (is_platform_access_only), and read all user accounts.',
  manage_managed_users: 'Manage and act as all users.',
  manage_groups: 'Manage groups and their members.',
  manage_webhook: 'Manage the webhooks of the application.',
  manage_enterprise_properties: 'Read the events of the enterprise and manage its devices.',
  manage_data_retention: 'Manage retention policies.',
  manage_legal_hold: 'Manage legal holds.',
  enterprise_content: 'Access all content in the enterprise, for administrators.',
  annotation_view_all: 'View all annotations.',
  annotation_view_self: 'View own annotations.',
  base_explorer: 'Read items and list folders, with a downscoped token.',
  base_picker: 'Choose items, with a downscoped token.',
  base_preview: 'Show previews, with a downscoped token.',
  base_sidebar: 'Show metadata and comments of an item, with a downscoped token.',
  item_download: 'Download content, with a downscoped token.',
  item_preview: 'Preview content, with a downscoped token.',
  item_read: 'Read items, with a downscoped token.',
  annotation_edit: 'Change annotations.',
  base_upload: 'Upload, with a downscoped token.',
  item_delete: 'Delete items, with a downscoped token.',
  item_rename: 'Rename items, with a downscoped token.',
  item_share: 'Change shared links, with a downscoped token.',
  item_upload: 'Upload, with a downscoped token.',
};

/**
 * Ways to get a token: an existing token, or the OAuth 2.0 flows for people and for applications. `baseUrl` ends in the version.
 */
export function securitySchemes(baseUrl: string) {
  const tokenUrl = new URL('/oauth2/token', baseUrl).href;
  const authorizationUrl = new URL('/oauth2/authorize', baseUrl).href;
  const described = Object.fromEntries(scopes.map((scope) => [scope, scopeTexts[scope]]));
  return {
    bearer: { type: 'http', scheme: 'bearer' },
    oauth2: {
      type: 'oauth2',
      flows: {
        authorizationCode: { authorizationUrl, tokenUrl, refreshUrl: tokenUrl, scopes: described },
        clientCredentials: { tokenUrl, scopes: described },
      },
    },
  };
}

/** Any token with one of the scopes is accepted, regardless of its origin. */
export function securityOf(allowed: readonly Scope[]) {
  return [{ bearer: [] }, ...allowed.map((scope) => ({ oauth2: [scope] }))];
}

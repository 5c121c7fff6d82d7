import { type Scope, scopes } from './scopes.ts';

/* What the OpenAPI document says of tokens, scopes and shared links. */

/** Which part of the interface a shared link opens; shown with the document and on its page. */
export const sharedLinkText =
  'The header svcapi ("shared_link=<address>&shared_link_password=<password>") opens the item of a shared link and all below ' +
  'it for those operations that list the header: finding the item, getting and listing files, folders and web links, downloading, copying, ' +
  'and, where the link allows editing, uploading new versions. Everything else, comments, tasks and metadata of the item included, is ' +
  'for its collaborators: there the header is passed over.';

/** What each scope allows, in one sentence. */
const scopeTexts: Readonly<Record<Scope, string>> = {
  root_readonly: 'Read all files, folders and web links of the person.',
  root_readwrite: 'Read and change all files, folders and web links of the person.',
  manage_app_users: 'Administer accounts that belong to applications.',
  manage_managed_users: 'Administer the accounts of people.',
  manage_groups: 'Administer groups and who is in them.',
  manage_webhook: 'Administer the webhooks of the application.',
  manage_enterprise_properties: 'Read the events of the enterprise and administer its devices.',
  manage_data_retention: 'Administer retention policies.',
  manage_legal_hold: 'Administer legal holds.',
  enterprise_content: 'Reach the content of everybody in the enterprise, for administrators.',
  annotation_view_all: 'See the annotations of everybody.',
  annotation_view_self: 'See own annotations.',
  base_explorer: 'Read items and list folders, for a token that is narrowed to an item.',
  base_picker: 'Choose items, for a narrowed token.',
  base_preview: 'Show previews, for a narrowed token.',
  base_sidebar: 'Show what is said about an item, for a narrowed token.',
  item_download: 'Download content, for a narrowed token.',
  item_preview: 'Preview content, for a narrowed token.',
  item_read: 'Read items, for a narrowed token.',
  annotation_edit: 'Change annotations.',
  base_upload: 'Upload, for a narrowed token.',
  item_delete: 'Delete items, for a narrowed token.',
  item_rename: 'Rename items, for a narrowed token.',
  item_share: 'Change shared links, for a narrowed token.',
  item_upload: 'Upload, for a narrowed token.',
};

/** The ways to a token: one that was given, or the two OAuth 2.0 flows of people and of programs. `baseUrl` ends in the version. */
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

/** Any token will do that has one of the scopes, wherever it comes from. */
export function securityOf(allowed: readonly Scope[]) {
  return [{ bearer: [] }, ...allowed.map((scope) => ({ oauth2: [scope] }))];
}

/** Scopes of an application. */
export const applicationScopes = [
  'root_readonly',
  'root_readwrite',
  'manage_app_users',
  'manage_managed_users',
  'manage_groups',
  'manage_webhook',
  'manage_enterprise_properties',
  'manage_data_retention',
  'manage_legal_hold',
  'enterprise_content',
] as const;

/** Scopes of a downscoped token: for reading, and for writing. */
export const narrowReadScopes = [
  'annotation_view_all',
  'annotation_view_self',
  'base_explorer',
  'base_picker',
  'base_preview',
  'base_sidebar',
  'item_download',
  'item_preview',
  'item_read',
] as const;
export const narrowWriteScopes = [
  'annotation_edit',
  'base_upload',
  'item_delete',
  'item_rename',
  'item_share',
  'item_upload',
] as const;

/** Scopes of an access token. */
export const scopes = [...applicationScopes, ...narrowReadScopes, ...narrowWriteScopes] as const;

export type Scope = (typeof scopes)[number];

/** Scopes to read items and list folders; one is enough. */
export const readScopes = ['root_readonly', 'root_readwrite', 'item_read', 'base_explorer'] as const satisfies Scope[];
/** Scopes to download files; one is enough. */
export const downloadScopes = ['root_readonly', 'root_readwrite', 'item_download'] as const satisfies Scope[];
/** Scopes to preview files without downloading; one is enough. */
export const previewScopes = [
  'root_readonly',
  'root_readwrite',
  'item_preview',
  'base_preview',
  'base_explorer',
] as const satisfies Scope[];
/** Scopes to upload content; one is enough. */
export const uploadScopes = ['root_readwrite', 'item_upload', 'base_upload'] as const satisfies Scope[];
/** Scopes to update an item (everything, its name, or its shared link); one is enough. */
export const renameScopes = ['root_readwrite', 'item_rename', 'item_share'] as const satisfies Scope[];
/** Scopes to delete items; one is enough. */
export const deleteScopes = ['root_readwrite', 'item_delete'] as const satisfies Scope[];
/** Scopes for every other change; one is enough. */
export const writeScopes = ['root_readwrite'] as const satisfies Scope[];
/** Scopes to read account data that is not about a single item; one is enough. */
export const accountScopes = ['root_readonly', 'root_readwrite', 'base_explorer'] as const satisfies Scope[];
/** Scopes to manage legal holds; the affected content also requires `enterprise_content`. */
export const legalHoldScopes = ['manage_legal_hold'] as const satisfies Scope[];
/** Scopes to manage retention; the affected content also requires `enterprise_content`. */
export const retentionScopes = ['manage_data_retention'] as const satisfies Scope[];
/** Scopes to manage groups and their members. */
export const groupScopes = ['manage_groups'] as const satisfies Scope[];
/** Scopes to manage user accounts: with `manage_app_users` alone only those that belong to applications. */
export const manageUserScopes = ['manage_managed_users', 'manage_app_users'] as const satisfies Scope[];

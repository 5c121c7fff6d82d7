/** What an application may be granted. */
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

/** What a token can be narrowed to by down-scoping: the parts of reading, and those of writing. */
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

/** What an access token may be limited to. */
export const scopes = [...applicationScopes, ...narrowReadScopes, ...narrowWriteScopes] as const;

export type Scope = (typeof scopes)[number];

/** Scopes any one of which allows to read an item and to list a folder. */
export const readScopes = ['root_readonly', 'root_readwrite', 'item_read', 'base_explorer'] as const satisfies Scope[];
/** Scopes any one of which allows to fetch the bytes of a file. */
export const downloadScopes = ['root_readonly', 'root_readwrite', 'item_download'] as const satisfies Scope[];
/** Scopes any one of which allows to look at a file without taking it along. */
export const previewScopes = [
  'root_readonly',
  'root_readwrite',
  'item_preview',
  'base_preview',
  'base_explorer',
] as const satisfies Scope[];
/** Scopes any one of which allows to bring content in. */
export const uploadScopes = ['root_readwrite', 'item_upload', 'base_upload'] as const satisfies Scope[];
/** Scopes any one of which allows to update an item: all of it, its name, or its shared link. */
export const renameScopes = ['root_readwrite', 'item_rename', 'item_share'] as const satisfies Scope[];
/** Scopes any one of which allows to delete an item. */
export const deleteScopes = ['root_readwrite', 'item_delete'] as const satisfies Scope[];
/** Scopes any one of which allows every other change. */
export const writeScopes = ['root_readwrite'] as const satisfies Scope[];
/** Scopes any one of which allows to read what concerns the account rather than an item. */
export const accountScopes = ['root_readonly', 'root_readwrite', 'base_explorer'] as const satisfies Scope[];
/** Scopes any one of which allows to administer legal holds; the content that they reach needs `enterprise_content` as well. */
export const legalHoldScopes = ['manage_legal_hold'] as const satisfies Scope[];
/** Scopes any one of which allows to administer retention; the content that it reaches needs `enterprise_content` as well. */
export const retentionScopes = ['manage_data_retention'] as const satisfies Scope[];
/** Scopes any one of which allows to administer groups and who is in them. */
export const groupScopes = ['manage_groups'] as const satisfies Scope[];
/** Scopes any one of which allows to administer the accounts of people. */
export const manageUserScopes = ['manage_managed_users', 'manage_app_users'] as const satisfies Scope[];

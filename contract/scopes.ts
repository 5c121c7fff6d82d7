/** What an access token may be limited to. The first group is granted to applications, the second by down-scoping. */
export const scopes = [
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
  'base_explorer',
  'base_picker',
  'base_preview',
  'base_sidebar',
  'base_upload',
  'item_delete',
  'item_download',
  'item_preview',
  'item_read',
  'item_rename',
  'item_share',
  'item_upload',
] as const;

export type Scope = (typeof scopes)[number];

/** Scopes any one of which allows to read an item and to list a folder. */
export const readScopes = ['root_readonly', 'root_readwrite', 'item_read', 'base_explorer'] as const satisfies Scope[];
/** Scopes any one of which allows to fetch the bytes of a file. */
export const downloadScopes = ['root_readonly', 'root_readwrite', 'item_download'] as const satisfies Scope[];
/** Scopes any one of which allows to bring content in. */
export const uploadScopes = ['root_readwrite', 'item_upload', 'base_upload'] as const satisfies Scope[];
/** Scopes any one of which allows to rename an item. */
export const renameScopes = ['root_readwrite', 'item_rename'] as const satisfies Scope[];
/** Scopes any one of which allows to delete an item. */
export const deleteScopes = ['root_readwrite', 'item_delete'] as const satisfies Scope[];
/** Scopes any one of which allows every other change. */
export const writeScopes = ['root_readwrite'] as const satisfies Scope[];
/** Scopes any one of which allows to read what concerns the account rather than an item. */
export const accountScopes = ['root_readonly', 'root_readwrite', 'base_explorer'] as const satisfies Scope[];

/** Groups, account data outside the user row, and aliases of shared items. */
export interface PeopleTables {
  user_group: GroupRow;
  group_membership: GroupMembershipRow;
  shown_name: ShownNameRow;
  user_avatar: { user_id: number; content_type: string; content: string };
  email_alias: EmailAliasRow;
}

export interface GroupRow {
  id: number;
  name: string;
  name_key: string;
  description: string;
  provenance: string | null;
  external_sync_identifier: string | null;
  invitability_level: string;
  member_viewability_level: string;
  created_at: number;
  modified_at: number;
}

export interface GroupMembershipRow {
  id: number;
  group_id: number;
  user_id: number;
  role: string;
  /** JSON; null if never set. */
  configurable_permissions: string | null;
  is_by_enterprise: number;
  created_at: number;
  modified_at: number;
}

export interface ShownNameRow {
  user_id: number;
  item_id: number;
  /** The item's own name when the alias was chosen. */
  item_name: string;
  name: string;
}

export interface EmailAliasRow {
  id: number;
  user_id: number;
  email: string;
  email_key: string;
}

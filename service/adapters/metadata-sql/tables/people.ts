/** Groups, what of people stands outside of their row, and the names that shared items go by. */
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
  /** JSON; null while nothing was ever set. */
  configurable_permissions: string | null;
  created_at: number;
  modified_at: number;
}

export interface ShownNameRow {
  user_id: number;
  item_id: number;
  /** The item's own name when the other one was chosen. */
  item_name: string;
  name: string;
}

export interface EmailAliasRow {
  id: number;
  user_id: number;
  email: string;
  email_key: string;
}

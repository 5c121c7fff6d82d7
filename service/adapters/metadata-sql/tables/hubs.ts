/** Tables of hubs; the migration explains each. */
export interface HubTables {
  hub: HubRow;
  hub_collaboration: HubCollaborationRow;
  hub_page: { id: number; hub_id: number; title: string };
  hub_block: { id: number; page_id: number; hub_id: number; type: string };
  hub_item: HubItemRow;
  hub_visit: { hub_id: number; user_id: number; visited_at: number };
}

export interface HubRow {
  id: number;
  title: string;
  /** The title in lower case, for sorting. */
  title_key: string;
  description: string;
  /** Title and description in lower case, for searching. */
  search_key: string;
  view_count: number;
  is_ai_enabled: number;
  is_restricted_to_enterprise: number;
  can_non_owners_invite: number;
  can_shared_link_be_created: number;
  can_public_shared_link_be_created: number;
  copy_access: string;
  created_by: number;
  created_at: number;
  updated_by: number;
  updated_at: number;
}

export interface HubCollaborationRow {
  id: number;
  hub_id: number;
  /** `user` or `group`. */
  grantee_type: string;
  /** Null while no account has the invited email address. */
  grantee_id: number | null;
  /** Folded form of the invited email address. */
  invite_key: string | null;
  role: string;
  status: string;
  created_by: number;
  created_at: number;
  modified_at: number;
}

export interface HubItemRow {
  hub_id: number;
  item_id: number;
  block_id: number;
  position: number;
}

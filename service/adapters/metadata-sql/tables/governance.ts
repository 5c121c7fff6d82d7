/** Tables of legal holds and retention; the migration explains each. */
export interface GovernanceTables {
  legal_hold_policy: LegalHoldPolicyRow;
  legal_hold_assignment: LegalHoldAssignmentRow;
  version_hold: { assignment_id: number; version_id: number; file_id: number };
  retention_policy: RetentionPolicyRow;
  retention_assignment: RetentionAssignmentRow;
  version_retention: VersionRetentionRow;
  retention_extension: { file_id: number; until: number };
}

export interface LegalHoldPolicyRow {
  id: number;
  name: string;
  /** The name in lower case. */
  name_key: string;
  description: string;
  status: string;
  is_ongoing: number;
  filter_started_at: number | null;
  filter_ended_at: number | null;
  release_notes: string;
  created_by: number;
  created_at: number;
  modified_at: number;
  deleted_at: number | null;
}

export interface LegalHoldAssignmentRow {
  id: number;
  policy_id: number;
  target_type: string;
  target_id: string;
  assigned_by: number;
  assigned_at: number;
  deleted_at: number | null;
}

export interface RetentionPolicyRow {
  id: number;
  name: string;
  description: string;
  length_days: number | null;
  disposition_action: string;
  is_modifiable: number;
  status: string;
  can_owner_extend: number;
  max_extension_days: number | null;
  are_owners_notified: number;
  /** JSON array of user ids. */
  notification_recipients: string;
  created_by: number;
  created_at: number;
  modified_at: number;
  ended_at: number | null;
}

export interface RetentionAssignmentRow {
  id: number;
  policy_id: number;
  target_type: string;
  target_id: string;
  assigned_by: number;
  assigned_at: number;
  ended_at: number | null;
}

export interface VersionRetentionRow {
  assignment_id: number;
  version_id: number;
  file_id: number;
  starts_at: number;
  /** 1: may have been over when it was added; see `RetainedUploads`. */
  is_doubtful: number;
}

/** Tables of notes on items and of the search index. */
export interface NoteTables {
  metadata_template: MetadataTemplateRow;
  metadata_instance: MetadataInstanceRow;
  metadata_value: MetadataValueRow;
  item_comment: CommentRow;
  task: TaskRow;
  task_assignment: TaskAssignmentRow;
  search_document: SearchDocumentRow;
  /** See the migration `0047-content-texts`. */
  content_text: { id: number; blob_id: string; words: string };
  recent_item: RecentItemRow;
}

export interface MetadataTemplateRow {
  id: number;
  scope: string;
  template_key: string;
  display_name: string;
  hidden: number;
  copy_on_copy: number;
  /** JSON array of fields with their options. */
  fields: string;
  version: number;
  created_by: number;
  created_at: number;
  modified_at: number;
}

export interface MetadataInstanceRow {
  id: number;
  item_id: number;
  template_id: number;
  version: number;
  /** JSON object by field id. */
  item_values: string;
  created_by: number;
  created_at: number;
  modified_at: number;
}

export interface MetadataValueRow {
  instance_id: number;
  item_id: number;
  owner_id: number;
  template_id: number;
  field: string;
  text_value: string | null;
  number_value: number | null;
}

export interface CommentRow {
  id: number;
  item_id: number;
  reply_to: number | null;
  message: string;
  is_tagged: number;
  created_by: number;
  created_at: number;
  modified_at: number;
}

export interface TaskRow {
  id: number;
  item_id: number;
  action: string;
  message: string;
  due_at: number | null;
  completion_rule: string;
  created_by: number;
  created_at: number;
}

export interface TaskAssignmentRow {
  id: number;
  task_id: number;
  assigned_to: number;
  assigned_by: number;
  message: string;
  resolution_state: string;
  assigned_at: number;
  completed_at: number | null;
}

export interface SearchDocumentRow {
  /** The id of the item, or of a comment on it. */
  id: number;
  item_id: number;
  owner_id: number;
  /** Each between spaces, after a letter for its field: n name, d description, t tags, c comments. */
  words: string;
}

export interface RecentItemRow {
  user_id: number;
  item_id: number;
  interaction: string;
  interacted_at: number;
  by_link: number;
  link_item_id: number | null;
  link_stamp: string | null;
}

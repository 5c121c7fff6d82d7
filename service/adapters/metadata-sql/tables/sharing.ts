/** Shared links and file requests; see the migration `0003-sharing`. */
export interface SharingTables {
  shared_link: SharedLinkRow;
  file_request: FileRequestRow;
}

export interface SharedLinkRow {
  item_id: number;
  token: string;
  access: string;
  password_hash: string | null;
  vanity_name: string | null;
  /** Folded form of the name, used for lookups. */
  vanity_key: string | null;
  unshared_at: number | null;
  can_download: number;
  can_edit: number;
  download_count: number;
  preview_count: number;
  created_by: number;
  created_at: number;
}

export interface FileRequestRow {
  id: number;
  folder_id: number;
  token: string;
  title: string;
  description: string | null;
  status: string;
  is_email_required: number;
  is_description_required: number;
  expires_at: number | null;
  etag: number;
  created_by: number;
  created_at: number;
  updated_by: number;
  updated_at: number;
  files_received: number;
  bytes_received: number;
}

/** Tables that extend items: tags, folder locks, favorites, purges in progress, and ZIP downloads. */
export interface ItemTables {
  tag: { name: string };
  item_tag: { item_id: number; name: string; tagged_by: number };
  folder_lock: FolderLockRow;
  favorite: { user_id: number; item_id: number; added_at: number };
  purged_folder: { folder_id: number; owner_id: number };
  zip_download: ZipDownloadRow;
}

export interface FolderLockRow {
  id: number;
  folder_id: number;
  created_by: number;
  created_at: number;
}

export interface ZipDownloadRow {
  id: string;
  user_id: number;
  /** Of a visitor without an account. */
  network: string | null;
  /** JSON. */
  request: string;
  state: string;
  seen_at: number;
  expires_at: number;
  total_files: number;
  downloaded_files: number;
  skipped_files: number;
  skipped_folders: number;
}

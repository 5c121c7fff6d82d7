/** Tables that extend items: tags, folder locks, favorites, and purges in progress. */
export interface ItemTables {
  tag: { name: string };
  item_tag: { item_id: number; name: string; tagged_by: number };
  folder_lock: FolderLockRow;
  favorite: { user_id: number; item_id: number; added_at: number };
  purged_folder: { folder_id: number; owner_id: number };
}

export interface FolderLockRow {
  id: number;
  folder_id: number;
  created_by: number;
  created_at: number;
}

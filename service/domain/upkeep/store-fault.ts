/** A fault in the stored data. A message says what to do. */
export type StoreFault =
  | { readonly kind: 'metadata'; readonly message: string }
  | { readonly kind: 'missing_blob'; readonly versionId: string; readonly fileId: string; readonly blobId: string }
  | { readonly kind: 'damaged_blob'; readonly versionId: string; readonly fileId: string; readonly blobId: string }
  | { readonly kind: 'wrong_current_version'; readonly fileId: string }
  | { readonly kind: 'missing_version'; readonly fileId: string }
  | { readonly kind: 'missing_folder'; readonly itemId: string; readonly folderId: string; readonly message: string }
  | { readonly kind: 'wrong_folder_size'; readonly folderId: string; readonly message: string }
  | { readonly kind: 'wrong_space_used'; readonly userId: string; readonly message: string };

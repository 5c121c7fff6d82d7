/** The disk itself takes no more of a download, although enough is free. */
export type DiskRefusal =
  /** A quota, for example. Holds for a limited time while the free space stays the same. */
  | { readonly why: 'no_space'; readonly freeBytes: number; readonly atMs: number }
  /** Holds on this volume. */
  | { readonly why: 'too_large'; readonly volumeId: string | null };

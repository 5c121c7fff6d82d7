/** The contents of an archive, determined completely before its first byte. */
export type Archive = {
  /** Name of the downloaded file, with its extension. */
  readonly name: string;
  readonly entries: readonly ArchiveEntry[];
  /** The header of the shared link that opens its contents; empty for the person's own rights. */
  readonly link: LinkHeader;
};

/** `svcapi`: see `LinkVisits`. */
export type LinkHeader = { readonly svcapi?: string };

/** `path` uses `/`, is valid on every disk, contains no `..`, and is unique in the archive. */
export type ArchiveEntry = { readonly path: string } & (
  | { readonly kind: 'file'; readonly fileId: string; readonly sizeBytes: number; readonly changed: Date }
  | { readonly kind: 'bookmark'; readonly text: string; readonly changed: Date }
  | { readonly kind: 'empty_folder' }
);

/** Archives that were requested but not downloaded yet. In memory only. */
export type KeptArchives = {
  /** Returns the one-time id that opens the archive. */
  readonly keep: (archive: Archive) => string;
  /** Null: unknown id, or already downloaded. */
  readonly take: (id: string) => Archive | null;
};

/** Most archives kept for download. The oldest is dropped first. */
const MOST_ARCHIVES = 5;

/** `newId` returns an unguessable id. */
export function keptArchives(newId: () => string): KeptArchives {
  const kept = new Map<string, Archive>();
  return {
    keep(archive) {
      const id = newId();
      kept.set(id, archive);
      for (const oldest of kept.keys()) {
        if (kept.size <= MOST_ARCHIVES) break;
        kept.delete(oldest);
      }
      return id;
    },
    take(id) {
      const archive = kept.get(id) ?? null;
      kept.delete(id);
      return archive;
    },
  };
}

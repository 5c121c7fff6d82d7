/** What an archive will hold, found out whole before its first byte. */
export type Archive = {
  /** Of the file that is kept, with its end. */
  readonly name: string;
  readonly entries: readonly ArchiveEntry[];
};

/** `path` is written with `/`, can be held by any disk, leads nowhere but down, and is that of no other entry. */
export type ArchiveEntry = { readonly path: string } & (
  | { readonly kind: 'file'; readonly fileId: string; readonly sizeBytes: number; readonly changed: Date }
  | { readonly kind: 'bookmark'; readonly text: string; readonly changed: Date }
  | { readonly kind: 'empty_folder' }
);

/** The archives that were asked for and not fetched yet, in memory alone. */
export type KeptArchives = {
  /** The id that opens it once. */
  readonly keep: (archive: Archive) => string;
  /** Null: not known, or fetched before. */
  readonly take: (id: string) => Archive | null;
};

/** Of those that nobody fetches: the oldest is forgotten when there are more. */
const MOST_ARCHIVES = 5;

/** `newId`: an id that nobody can guess. */
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

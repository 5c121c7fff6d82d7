import type { EngineParts } from '../../root/engine-parts.ts';
import type { RootRecord } from '../../store/root-table.ts';

/** All that was moved to the trash before this moment is listed. */
const LISTED_UNTIL = 'trash_listed_until';

/**
 * Lists what lies in the local trash and no row tells of, so that a person can restore it (SPEC P51): its process ended before the record, or
 * the list was lost with the state.
 * @param beforeMs the start of this process: what it moves there, it lists
 */
export async function listUnlisted(parts: EngineParts, beforeMs: number, signal: AbortSignal): Promise<void> {
  for (const record of parts.store.roots()) {
    if (signal.aborted) return;
    try {
      await listThoseOf(parts, record, { beforeMs, signal });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      parts.log.warn(`The trash of ${record.localPath} could not be read; the next start tries again.`, { reason });
    }
  }
}

type Limits = { readonly beforeMs: number; readonly signal: AbortSignal };

async function listThoseOf(
  { store, localTrash, fileSystem }: EngineParts,
  record: RootRecord,
  limits: Limits,
): Promise<void> {
  if (localTrash === undefined) return;
  const { id: rootId, localPath: rootPath } = record;
  const { beforeMs, signal } = limits;
  const fromMs = Number(store.root(rootId).note(LISTED_UNTIL) ?? 0);
  if (fromMs >= beforeMs) return;
  const is = (place: string) => {
    if (store.trash.at(place) !== undefined) return 'listed';
    return store.trash.isAround(place) ? 'around' : 'unlisted';
  };
  for await (const found of localTrash.unlisted(rootPath, { fromMs, beforeMs, is })) {
    if (signal.aborted) return;
    store.trash.addFound({ ...found, rootId, rootPath, itemId: null });
  }
  // Its drive may be away, and the trash in it with it.
  if ((await fileSystem.readMarker(rootPath)) === null) return;
  store.root(rootId).setNote(LISTED_UNTIL, String(beforeMs - OVERLAP_MS));
}

/** The trash names its folders by whole seconds. */
const OVERLAP_MS = 1_000;

import type { FullFile } from '../../../contract/resources/file.ts';
import type { StoredBlob } from '../../ports/blob-store.ts';
import type { FileRecord } from '../../ports/metadata/items.ts';
import { type ItemView, requireItem } from '../access/item-access.ts';
import { type Change, change } from '../change/change.ts';
import { addFiles, refusedOr } from '../change/new-files.ts';
import { placeIn } from '../change/place.ts';
import { Refusal } from '../refusal.ts';
import { answerNewFiles } from '../representation/present.ts';
import type { Caller, Service } from '../service.ts';
import { dropBlob, storeContents } from './store-content.ts';

/** One file of `uploadFiles`, its bytes in memory. Times are in milliseconds since the epoch. */
export interface FileOfBatch {
  readonly parentId: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The SHA-1 that the sender computed, lower-case hexadecimal. */
  readonly sha1?: string | undefined;
  readonly contentCreatedAt: number | undefined;
  readonly contentModifiedAt: number | undefined;
}

/**
 * Stores many new files that come in one request: one flush of their contents, one change for all. Each has the rules, the rows and
 * the events of an upload of its own; one that is refused is refused alone. A crash leaves all or none.
 * @throws Refusal when none of the folders takes anything of this caller.
 */
export async function uploadFiles(
  service: Service,
  caller: Caller,
  files: readonly FileOfBatch[],
): Promise<readonly (FullFile | Refusal)[]> {
  const outcomes = new Map<FileOfBatch, FullFile | Refusal>();
  const welcome = await welcomeFiles(service, caller, files, outcomes);
  const [first] = outcomes.values();
  // Who may put nothing anywhere gets the refusal that a single upload would get.
  if (welcome.length === 0 && first instanceof Refusal) throw first;
  const blobs = await storeContents(
    service,
    welcome.map(({ bytes }) => bytes),
  );
  const stored = welcome.flatMap((file, index) => {
    const blob = blobs[index];
    return blob === undefined ? [] : [{ file, blob }];
  });
  const intact = stored.filter(({ file, blob }) => !isDamaged(file, blob, outcomes));
  try {
    await change(service, caller, async (change) => makeAll(change, intact, outcomes));
  } catch (error) {
    for (const { blob } of stored) await dropBlob(service, blob.blobId, error);
    throw error;
  }
  for (const { file, blob } of stored) {
    const outcome = outcomes.get(file);
    if (outcome instanceof Refusal) await dropBlob(service, blob.blobId, outcome);
  }
  return files.map((file) => {
    const outcome = outcomes.get(file);
    if (outcome === undefined) throw new Error(`The file ${file.name} of a batch has no result.`);
    return outcome;
  });
}

type Outcomes = Map<FileOfBatch, FullFile | Refusal>;

/** Nothing is stored for a folder that takes nothing of this caller. */
async function welcomeFiles(
  service: Service,
  caller: Caller,
  files: readonly FileOfBatch[],
  outcomes: Outcomes,
): Promise<readonly FileOfBatch[]> {
  const welcome: FileOfBatch[] = [];
  await service.store.read(async (reads) => {
    for (const [parentId, here] of byParent(files)) {
      const folder = await refusedOr(() => requireItem(reads, caller, 'folder', parentId, 'upload'));
      if (!(folder instanceof Refusal)) welcome.push(...here);
      else for (const file of here) outcomes.set(file, folder);
    }
  });
  return welcome;
}

function isDamaged(file: FileOfBatch, blob: StoredBlob, outcomes: Outcomes): boolean {
  if (file.sha1 === undefined || file.sha1 === blob.sha1) return false;
  const message = `The bytes of "${file.name}" that arrived have the SHA-1 ${blob.sha1}, not ${file.sha1}. Send them again.`;
  outcomes.set(file, new Refusal('bad_digest', message));
  return true;
}

interface StoredFile {
  readonly file: FileOfBatch;
  readonly blob: StoredBlob;
}

async function makeAll(change: Change, stored: readonly StoredFile[], outcomes: Outcomes): Promise<void> {
  const { service, caller, tx } = change;
  const blobOf = new Map(stored.map(({ file, blob }) => [file, blob]));
  const views: { readonly file: FileOfBatch; readonly view: ItemView<FileRecord> }[] = [];
  for (const [parentId, here] of byParent(stored.map(({ file }) => file))) {
    const made = await refusedOr(async () => {
      const place = placeIn(await requireItem(tx, caller, 'folder', parentId, 'upload'));
      return addFiles(
        change,
        place,
        here.flatMap((file) => {
          const blob = blobOf.get(file);
          const { name, contentCreatedAt, contentModifiedAt } = file;
          return blob === undefined ? [] : [{ name, content: { ...blob, contentCreatedAt, contentModifiedAt } }];
        }),
      );
    });
    here.forEach((file, index) => {
      const outcome = made instanceof Refusal ? made : made[index];
      if (outcome instanceof Refusal) outcomes.set(file, outcome);
      else if (outcome !== undefined) views.push({ file, view: outcome });
    });
  }
  const answers = await answerNewFiles(
    service,
    tx,
    caller,
    views.map(({ view }) => view),
  );
  views.forEach(({ file }, index) => {
    const answer = answers[index];
    if (answer !== undefined) outcomes.set(file, answer);
  });
}

function byParent(files: readonly FileOfBatch[]): ReadonlyMap<string, readonly FileOfBatch[]> {
  return Map.groupBy(files, ({ parentId }) => parentId);
}

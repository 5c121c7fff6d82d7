import type { FullFile } from '../../../../contract/resources/items/file.ts';
import { say } from '../../../../contract/rules/say.ts';
import type { StoredBlob } from '../../../ports/blob-store.ts';
import type { FileRecord } from '../../../ports/metadata/items/items.ts';
import { type ItemView, requireItem } from '../../access/item-access.ts';
import { afterCommit } from '../../change/after-commit.ts';
import { type Change, changeIn } from '../../change/change.ts';
import { addFiles } from '../../change/contents/new-files.ts';
import { placeIn } from '../../change/place.ts';
import { treesOf } from '../../change/scope.ts';
import { type ContentAttributes, contentAttributesOf } from '../../kernel/uploads/content-attributes.ts';
import { Refusal, refusedOr } from '../../refusal.ts';
import { answerNewFiles } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { dropBlobs, storeContents } from './store-content.ts';

/** One file of `uploadFiles`, with its content in memory. */
export interface FileOfBatch extends ContentAttributes {
  readonly parentId: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The SHA-1 computed by the sender, lower-case hexadecimal. */
  readonly sha1?: string | undefined;
}

/**
 * Stores many new files from one request, with one flush and one change. Each follows the rules of a single upload, with its own
 * rows and events; a refusal affects only its own file. After a crash, either all or none are stored.
 * @throws Refusal if none of the folders accepts uploads from this caller.
 */
export async function uploadFiles(
  service: Service,
  caller: Caller,
  files: readonly FileOfBatch[],
): Promise<readonly (FullFile | Refusal)[]> {
  const outcomes = new Map<FileOfBatch, FullFile | Refusal>();
  const welcome = await filterPermitted(service, caller, files, outcomes);
  const [first] = outcomes.values();
  // A caller who may upload to none of the folders gets the refusal of a single upload.
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
    const parents = [...byParent(files).keys()];
    const scope = treesOf(caller, ...parents);
    await changeIn(service, caller, scope, async (change) => makeAll(change, intact, outcomes));
  } catch (error) {
    await dropBlobs(service, blobIdsOf(stored), error);
    throw error;
  }
  const refused = stored.filter(({ file }) => outcomes.get(file) instanceof Refusal);
  // All writers wait while the change is held open for its answer.
  await afterCommit(service, () => dropBlobs(service, blobIdsOf(refused), null));
  return files.map((file) => {
    const outcome = outcomes.get(file);
    if (outcome === undefined) throw new Error(`The file ${file.name} of a batch has no result.`);
    return outcome;
  });
}

type Outcomes = Map<FileOfBatch, FullFile | Refusal>;

/** Stores nothing for folders that do not accept uploads from this caller. */
async function filterPermitted(
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
  const message = say`The received bytes of "${file.name}" have the SHA-1 ${blob.sha1}, not ${file.sha1}. Send them again.`;
  outcomes.set(file, new Refusal('bad_digest', message));
  return true;
}

interface StoredFile {
  readonly file: FileOfBatch;
  readonly blob: StoredBlob;
}

const blobIdsOf = (stored: readonly StoredFile[]): readonly string[] => stored.map(({ blob }) => blob.blobId);

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
          return blob === undefined ? [] : [{ name: file.name, content: { ...blob, ...contentAttributesOf(file) } }];
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

import type { FullFile } from '../../../../contract/resources/items/file.ts';
import { requireItem } from '../../access/item-access.ts';
import { type Change, changeIn } from '../../change/change.ts';
import { announceFile, insertFile } from '../../change/contents/new-content.ts';
import { addFiles } from '../../change/contents/new-files.ts';
import { type Place, placeIn } from '../../change/place.ts';
import { treesOf } from '../../change/scope.ts';
import { type ContentAttributes, contentAttributesOf } from '../../kernel/uploads/content-attributes.ts';
import type { JoinedFile } from '../../kernel/uploads/joined-uploads.ts';
import { together } from '../../kernel/work/together.ts';
import { accepted, Refusal } from '../../refusal.ts';
import { answerNewFiles } from '../../representation/items/present.ts';
import type { Caller, Service } from '../../service.ts';
import { preflightUpload } from './preflight-upload.ts';
import { type IncomingContent, withCheckedContent } from './store-content.ts';

/** Input of `uploadFile`. */
export interface UploadFile extends IncomingContent, ContentAttributes {
  readonly parentId: string;
  readonly name: string;
  /** Leaves out the fields that are returned only if a request names them. */
  readonly isStandard?: boolean | undefined;
}

/** The folder of a new file, and what its response shows. */
type Destination = Pick<UploadFile, 'parentId' | 'isStandard'>;

/**
 * Stores a new file from a single request. Refusals are checked before the first byte is read, unless the content is small, and again
 * after the last, since another change may have come first.
 */
export async function uploadFile(service: Service, caller: Caller, request: UploadFile): Promise<FullFile> {
  const { parentId, name, atLeastBytes: leastBytes, isStandard = false } = request;
  const destination = { parentId, isStandard };
  const preflight = async () => preflightUpload(service, caller, { parentId, name, leastBytes });
  const sent = { ...request, sender: caller.user.id };
  return withCheckedContent(service, sent, preflight, async (blob) => {
    const file = { ...blob, name, ...contentAttributesOf(request) };
    const scope = treesOf(caller, parentId);
    // A request with a key has a transaction of its own, which contains its answer.
    if (service.held) return changeIn(service, caller, scope, async (change) => recordOne(change, destination, file));
    return service.uploads.add(joiningKey(caller, destination), file, async (take) =>
      changeIn(service, caller, scope, async (change) => recordAll(change, destination, take())),
    );
  });
}

/** Uploads share a transaction if nothing tells whose it is: same folder, same person, same rights, same application. */
function joiningKey(caller: Caller, destination: Destination): string {
  // The used space differs after every upload, and nothing here depends on it.
  return JSON.stringify([destination, { ...caller, user: { ...caller.user, spaceUsedBytes: 0 } }]);
}

async function recordAll(
  change: Change,
  destination: Destination,
  files: readonly JoinedFile[],
): Promise<readonly (FullFile | Refusal)[]> {
  const [only] = files;
  if (files.length === 1 && only !== undefined) return [await recordOne(change, destination, only)];
  const { service, tx, caller } = change;
  const place = await placeFor(change, destination);
  const made = await addFiles(
    change,
    place,
    files.map(({ name, ...content }) => ({ name, content })),
  );
  const answers = (await answerNewFiles(service, tx, caller, accepted(made), destination)).values();
  return made.map((outcome) => (outcome instanceof Refusal ? outcome : nextOf(answers)));
}

async function recordOne(
  change: Change,
  destination: Destination,
  { name, ...content }: JoinedFile,
): Promise<FullFile> {
  const { service, tx, caller } = change;
  const place = await placeFor(change, destination);
  const view = await insertFile(change, place, name, content);
  const [answers] = await together([
    answerNewFiles(service, tx, caller, [view], destination),
    announceFile(change, place, view.item),
  ]);
  return nextOf(answers.values());
}

async function placeFor({ tx, caller }: Change, { parentId }: Destination): Promise<Place> {
  return placeIn(await requireItem(tx, caller, 'folder', parentId, 'upload'));
}

function nextOf(answers: ArrayIterator<FullFile>): FullFile {
  const next = answers.next();
  if (next.done === true) throw new Error('A new file has no answer.');
  return next.value;
}

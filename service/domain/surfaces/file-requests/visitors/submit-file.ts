import { isEmailAddress } from '../../../../../contract/rules/email-address.ts';
import { limits } from '../../../../../contract/rules/limits.ts';
import { say } from '../../../../../contract/rules/say.ts';
import type { FileRequestRecord } from '../../../../ports/metadata/surfaces/file-requests.ts';
import { anonymousCaller } from '../../../access/anonymous.ts';
import { requireSpace } from '../../../access/room.ts';
import { type Change, changeIn } from '../../../change/change.ts';
import { addFile } from '../../../change/contents/new-content.ts';
import { ownedBy } from '../../../change/scope.ts';
import { parameterRefusal, Refusal } from '../../../refusal.ts';
import type { Service } from '../../../service.ts';
import { type ContentSpace, spaceOf } from '../../../tree/files/content-space.ts';
import { type IncomingContent, withStoredContent } from '../../../tree/files/store-content.ts';
import { acceptableName, freeNameIn } from '../../../tree/items/submitted-name.ts';
import { closeRequest } from '../expire-file-requests.ts';
import { requireOpenRequest } from './open-request.ts';

/** The submitter's answers for all files of one submission. */
export interface Submitter {
  readonly email: string;
  readonly description: string;
}

/** One file that is submitted. */
export interface Submission extends Pick<IncomingContent, 'content' | 'atMostBytes' | 'gone'> {
  readonly token: string;
  /** The network of the submitter. */
  readonly network: string;
  readonly submitter: Submitter;
  /** Its name on the submitter's device. */
  readonly name: string;
}

/** The uploader name of files whose form asked for no email address. */
const withoutAddress = 'File Request';

/**
 * Ensures that the required fields of a file request are filled in.
 * @throws Refusal `bad_request` that names the field.
 */
export function requireAnswers(request: FileRequestRecord, { email, description }: Submitter): void {
  if (request.isEmailRequired && !isEmailAddress(email)) {
    throw parameterRefusal('bad_request', 'email', say`Enter your email address, such as name@example.org.`);
  }
  if (request.isDescriptionRequired && description.trim() === '') {
    throw parameterRefusal('bad_request', 'description', say`Enter a short description of what you are sending.`);
  }
  if ([...description].length > limits.descriptionLength) {
    const message = say`The description can have at most ${limits.descriptionLength} characters. Shorten it.`;
    throw parameterRefusal('bad_request', 'description', message);
  }
}

/**
 * Stores a submitted file in the folder of the file request, against the quota of the folder's owner. A taken name gets a number.
 * Resolves with the final name.
 * @throws Refusal `not_found` if the form is closed, `bad_request` if a required field is missing, `storage_limit_exceeded`,
 * `request_entity_too_large`.
 */
export async function submitFile(service: Service, submission: Submission): Promise<string> {
  const { token, submitter, content, atMostBytes, network, gone } = submission;
  const { ownerId, spaces } = await service.store.read(async (reads) => {
    const { request, place } = await requireOpenRequest(reads, token, service.clock.now());
    requireAnswers(request, submitter);
    const { ownerId } = place.folder;
    // One byte: if there is no space at all, refuse before the upload of a long file.
    const inForm = formSpace(service, request, requireRoomIn(service, request, 1));
    return { ownerId, spaces: [inForm, spaceOf(ownerId, await requireSpace(reads, ownerId, 1))] };
  });
  const sent = { content, atMostBytes, sender: network, gone, spaces };
  return withStoredContent(service, sent, async (blob) => {
    return changeIn(service, anonymousCaller(null), ownedBy(ownerId), async (change) => {
      const { request, place } = await requireOpenRequest(change.tx, token, change.now);
      await change.tx.requireTrees([place.folder.ownerId]);
      const claim = { folder: place.folder, name: acceptableName(submission.name, 'file'), kind: 'file' as const };
      const name = await freeNameIn(change.tx, claim, () => service.ids.hex(4));
      const caller = anonymousCaller(null, request.isEmailRequired ? submitter.email : withoutAddress);
      const description = submitter.description.trim();
      requireRoomIn(service, request, blob.sizeBytes);
      const { item } = await addFile({ ...change, caller }, place, name, { ...blob, description });
      await count(change, request, blob.sizeBytes);
      return item.name;
    });
  });
}

/** The bytes that a form may still receive. */
function formSpace(service: Service, { id, token }: FileRequestRecord, freeBytes: number): ContentSpace {
  return {
    id: `file request ${id}`,
    freeBytes,
    require: async (reads, bytes, othersBytes) => {
      const { request } = await requireOpenRequest(reads, token, service.clock.now());
      return requireRoomIn(service, request, bytes + othersBytes);
    },
  };
}

/**
 * Returns how many bytes the form may still receive.
 * @throws Refusal `storage_limit_exceeded` if this many are too many.
 */
function requireRoomIn({ settings }: Service, { bytesReceived }: FileRequestRecord, sizeBytes: number): number {
  const freeBytes = settings.fileRequests.mostBytes - bytesReceived;
  if (sizeBytes <= freeBytes) return freeBytes;
  const message = say`This file request has no space left for this file. Ask the person who sent you the link.`;
  throw new Refusal('storage_limit_exceeded', message);
}

/** A form's URL may be passed around, so the form closes once it has received its limit, until someone activates it again. */
async function count(change: Change, before: FileRequestRecord, sizeBytes: number): Promise<void> {
  const { mostFiles, mostBytes } = change.service.settings.fileRequests;
  const filesReceived = before.filesReceived + 1;
  const bytesReceived = before.bytesReceived + sizeBytes;
  const request = { ...before, filesReceived, bytesReceived };
  if (filesReceived >= mostFiles || bytesReceived >= mostBytes) await closeRequest(change, request);
  else await change.tx.fileRequests.update(request);
}

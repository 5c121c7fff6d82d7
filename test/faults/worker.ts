import { randomBytes, randomUUID } from 'node:crypto';
import {
  type CallerAnswer,
  type Headers,
  type Seen,
  type ServiceCaller,
  sha1Of,
} from '../support/service/callers/service-caller.ts';
import { acknowledge, type KnownFile, type Ledger } from './ledger.ts';

/** The tools of a worker. Each has a folder of its own, so that it knows everything in it. */
export type Work = {
  readonly caller: ServiceCaller;
  readonly uploadUrl: string;
  readonly folderId: string;
  readonly name: string;
  readonly ledger: Ledger;
  readonly isOver: () => boolean;
  /** Resolves when the service answers again. */
  readonly backUp: () => Promise<void>;
};

/** Bytes of a file that is uploaded in parts: the least that a session takes, and some. */
const sessionBytes = 20_000_123;

/** Changes files until it is over. A lost answer is followed by a look, as every client should do, before anything is repeated. */
export async function workUntilOver(work: Work): Promise<void> {
  for (let turn = 0; !work.isOver(); turn++) {
    const live = [...work.ledger.files.values()].filter(
      (file) => !file.isTrashed && file.name.startsWith(`${work.name} `),
    );
    const known = live[turn % Math.max(live.length, 1)];
    const kind = turn % 8;
    if (kind === 3 && known) await change(work, known, 'ITEM_UPLOAD', newVersion(work, known));
    else if (kind === 5 && known) await change(work, known, 'ITEM_RENAME', rename(work, known, turn));
    else if (kind === 7 && known) await change(work, known, 'ITEM_TRASH', trash(work, known));
    else if (turn % 40 === 20) await add(work, turn, sessionBytes, uploadInParts);
    else await add(work, turn, 1 + ((turn * 7919) % 60_000), uploadAtOnce);
  }
}

type Upload = (work: Work, name: string, bytes: Buffer, key: string) => Promise<CallerAnswer>;

async function add(work: Work, turn: number, size: number, upload: Upload): Promise<void> {
  const name = `${work.name} ${turn}`;
  const bytes = randomBytes(size);
  const key = randomUUID();
  const answer = await answered(upload(work, name, bytes, key));
  const made = answer?.status === 201 ? answer.json.entries[0] : null;
  if (made) return acknowledge(work.ledger, 'ITEM_UPLOAD', knownOf(made));
  if (!isPassing(answer)) return complain(work, `the upload of ${name}`, answer);
  const found = await untilAnswered(work, () => findByName(work, name));
  await checkOutcome(work, key, `the upload of ${name}`, found !== null);
  if (found === null) return;
  if (found.sha1 !== sha1Of(bytes)) work.ledger.violations.push(`${name} is there with another content.`);
  acknowledge(work.ledger, 'ITEM_UPLOAD', knownOf(found));
}

const keyed = (key: string) => ({ 'idempotency-key': key });

/** After a crash a change and its stored answer are both there, or neither. */
async function checkOutcome({ caller, ledger }: Work, key: string, what: string, happened: boolean): Promise<void> {
  const stored = await answered(caller.get(`/idempotency_keys/${key}`));
  if (stored?.status !== 200 && stored?.status !== 404) return;
  if ((stored.status === 200) === happened) return;
  ledger.violations.push(`${what} ${happened ? 'happened' : 'did not happen'}, and its key answered ${stored.status}.`);
}

async function uploadAtOnce(
  { caller, folderId }: Work,
  name: string,
  bytes: Buffer,
  key: string,
): Promise<CallerAnswer> {
  return caller.upload({ name, parent: { id: folderId } }, bytes, '/files/content', keyed(key));
}

async function uploadInParts(
  { caller, uploadUrl, folderId }: Work,
  name: string,
  bytes: Buffer,
  key: string,
): Promise<CallerAnswer> {
  const json = { 'content-type': 'application/json' };
  const wanted = JSON.stringify({ folder_id: folderId, file_size: bytes.length, file_name: name });
  const created = await caller.send('POST', `${uploadUrl}/files/upload_sessions`, wanted, json);
  if (created.status !== 201) return created;
  const { part_size: partSize, session_endpoints: endpoints } = created.json;
  const parts: Seen[] = [];
  for (let offset = 0; offset < bytes.length; offset += partSize) {
    const part = bytes.subarray(offset, Math.min(offset + partSize, bytes.length));
    const stored = await caller.part(String(endpoints['upload_part']), part, offset, bytes.length);
    if (stored.status !== 200) return stored;
    parts.push(stored.json.part);
  }
  const digest = `sha=${Buffer.from(sha1Of(bytes), 'hex').toString('base64')}`;
  return caller.send('POST', String(endpoints['commit']), JSON.stringify({ parts }), {
    ...json,
    digest,
    ...keyed(key),
  });
}

/** A change of a file: what to send, and the file as it is afterwards. */
type Change = { readonly send: (headers: Headers) => Promise<CallerAnswer>; readonly after: KnownFile };

const raised = (etag: string) => String(Number(etag) + 1);

function newVersion({ caller }: Work, file: KnownFile): Change {
  const bytes = randomBytes(1 + (file.id.length % 7) * 1000);
  return {
    send: (headers) => {
      const conditions = { 'if-match': file.etag, ...headers };
      return caller.upload({ name: file.name }, bytes, `/files/${file.id}/content`, conditions);
    },
    after: { ...file, etag: raised(file.etag), sha1: sha1Of(bytes) },
  };
}

function rename({ caller, name: worker }: Work, file: KnownFile, turn: number): Change {
  const name = `${worker} ${turn} renamed`;
  return {
    send: (headers) => caller.put(`/files/${file.id}`, { name }, { 'if-match': file.etag, ...headers }),
    after: { ...file, name, etag: raised(file.etag) },
  };
}

function trash({ caller }: Work, file: KnownFile): Change {
  return {
    send: (headers) => caller.delete(`/files/${file.id}`, { 'if-match': file.etag, ...headers }),
    after: { ...file, isTrashed: true, etag: raised(file.etag) },
  };
}

async function change(work: Work, before: KnownFile, eventType: string, { send, after }: Change): Promise<void> {
  const key = randomUUID();
  const answer = await answered(send(keyed(key)));
  if (answer && answer.status >= 200 && answer.status < 300) return acknowledge(work.ledger, eventType, after);
  if (!isPassing(answer)) return complain(work, `${eventType} of ${before.name}`, answer);
  const now = await untilAnswered(work, () => lookFor(work, before.id));
  if (now === null) return void work.ledger.violations.push(`${before.name} was acknowledged and is missing.`);
  await checkOutcome(work, key, `${eventType} of ${before.name}`, !isSame(now, before));
  if (isSame(now, before)) return;
  if (isSame(now, after)) return acknowledge(work.ledger, eventType, after);
  work.ledger.violations.push(`${before.name} is neither as it was before ${eventType} nor as it should be after it.`);
}

/** Looks again after each end of the service: without the outcome of this change, no later one can be judged. */
async function untilAnswered<Found>({ backUp }: Work, look: () => Promise<Found | 'unknown'>): Promise<Found> {
  for (;;) {
    await backUp();
    const found = await look();
    if (found !== 'unknown') return found;
  }
}

/** A file as the service shows it now; null: there is none. */
export async function lookAt(work: Pick<Work, 'caller'>, id: string): Promise<KnownFile | null> {
  const found = await lookFor(work, id);
  return found === 'unknown' ? null : found;
}

async function lookFor({ caller }: Pick<Work, 'caller'>, id: string): Promise<KnownFile | null | 'unknown'> {
  const live = await answered(caller.get(`/files/${id}?fields=name,etag,sha1,item_status`));
  if (live?.status === 200) return knownOf(live.json);
  const gone = await answered(caller.get(`/files/${id}/trash?fields=name,etag,sha1`));
  if (gone?.status === 200) return { ...knownOf(gone.json), isTrashed: true };
  return live?.status === 404 && gone?.status === 404 ? null : 'unknown';
}

async function findByName({ caller, folderId }: Work, name: string): Promise<Seen | null | 'unknown'> {
  const page = await answered(caller.get(`/folders/${folderId}/items?limit=1000&fields=name,etag,sha1`));
  if (page?.status !== 200) return 'unknown';
  return page.json.entries.find((item) => item.name === name) ?? null;
}

function knownOf({ id, name, etag, sha1, item_status: status }: Seen): KnownFile {
  return { id, name, etag, sha1, isTrashed: status === 'trashed' };
}

export function isSame(one: KnownFile, other: KnownFile): boolean {
  return (
    one.etag === other.etag && one.sha1 === other.sha1 && one.isTrashed === other.isTrashed && one.name === other.name
  );
}

/** An answer; null when the connection broke before it came. */
async function answered(sent: Promise<CallerAnswer>): Promise<CallerAnswer | null> {
  return sent.catch(() => null);
}

/** The result is unknown (no answer), or nothing happened (503). */
function isPassing(answer: CallerAnswer | null): boolean {
  return answer === null || answer.status === 503;
}

function complain({ ledger }: Work, what: string, answer: CallerAnswer | null): void {
  ledger.violations.push(`${what} answered ${answer?.status} ${answer?.json.code}: ${answer?.json.message}`);
}

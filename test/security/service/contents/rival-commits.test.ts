import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formatDigest } from '../../../../contract/rules/digest.ts';
import { collectOrphanBlobs, collectReleasedBlobs } from '../../../../service/domain/upkeep/collect-blobs.ts';
import { verifyStore } from '../../../../service/domain/upkeep/verify-store.ts';
import { eventually } from '../../../support/programs/processes.ts';
import {
  type CallerAnswer,
  callerOf,
  type Headers,
  type Seen,
  type ServiceCaller,
  sha1Of,
} from '../../../support/service/callers/service-caller.ts';
import { startSingleService, type TestService } from '../../../support/service/service.ts';
import { requireOk } from './content-house.ts';

/* Findings 31 and 32: commits of one upload session that run at once, or that fail, over HTTP. */

/** Small parts, and a running commit answers soon that it is not done. */
const settings = { uploadSessions: { leastBytes: 1, partBytes: 4 }, commitAnswerMs: 1_000 };
const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
let service: TestService;
let ann: ServiceCaller;
beforeAll(async () => {
  service = await startSingleService({ clock, settings });
  ann = callerOf(service, service.person.token);
});
afterAll(() => service.stop());

const whole = Buffer.from('eleven bytes');
const asJson = { 'content-type': 'application/json' };
let made = 0;

/** An open session whose parts are all stored, for a new file or a new version. */
async function readySession(fileId?: string): Promise<{ readonly session: Seen; readonly parts: readonly Seen[] }> {
  const name = `file ${++made}`;
  const path = fileId === undefined ? '/files/upload_sessions' : `/files/${fileId}/upload_sessions`;
  const target = fileId === undefined ? { folder_id: '0', file_name: name } : {};
  const body = JSON.stringify({ ...target, file_size: whole.length });
  const session = requireOk(await ann.send('POST', service.uploadUrl + path, body, asJson));
  const parts: Seen[] = [];
  for (let offset = 0; offset < whole.length; offset += session.part_size) {
    const bytes = whole.subarray(offset, offset + session.part_size);
    const url = String(session.session_endpoints['upload_part']);
    parts.push(requireOk(await ann.part(url, bytes, offset, whole.length)).part);
  }
  return { session, parts };
}

type Ready = Awaited<ReturnType<typeof readySession>>;

const commit = async ({ session, parts }: Ready, headers: Headers = {}): Promise<CallerAnswer> => {
  const url = String(session.session_endpoints['commit']);
  const digest = formatDigest(sha1Of(whole));
  return ann.send('POST', url, JSON.stringify({ parts }), { ...asJson, digest, ...headers });
};

/** Holds commits between their checks and their transaction, as a slow disk does. */
function holdCommits() {
  const { blobs } = service.service;
  const released = Promise.withResolvers<void>();
  const compose = blobs.compose.bind(blobs);
  const held = vi.spyOn(blobs, 'compose').mockImplementation(async (ids) => {
    await released.promise;
    return compose(ids);
  });
  const holds = (count: number) => expect.poll(() => held.mock.calls.length, { timeout: 20_000 }).toBe(count);
  return { holds, release: released.resolve };
}

/** Repeats a commit that is still running until it has ended. */
const ended = async (ready: Ready, headers: Headers = {}): Promise<CallerAnswer> =>
  eventually('the commit ends', async () => {
    const answer = await commit(ready, headers);
    return answer.status === 202 ? null : answer;
  });

async function smallFile(content: string): Promise<Seen> {
  const uploaded = requireOk(await ann.upload({ name: `file ${++made}`, parent: { id: '0' } }, content));
  const [file] = uploaded.entries;
  if (file === undefined) throw new Error('The upload answered without an entry.');
  return file;
}

/** Everything that no file names is deleted, as the jobs do a day later; then each file must still have its content. */
async function expectAllContents(): Promise<void> {
  clock.ahead += 24 * 3_600_000;
  await collectReleasedBlobs(service.service);
  await collectOrphanBlobs(service.service);
  expect((await verifyStore(service.service)).faults).toEqual([]);
}

describe('a second commit of a session, while the first one runs', () => {
  test('does not join with another digest', async () => {
    const ready = await readySession();
    const { holds, release } = holdCommits();
    const right = commit(ready);
    await holds(1);
    // A request that joined would be asked to retry, as the first one is still running.
    const wrong = await commit(ready, { digest: formatDigest(sha1Of('other')) });
    release();
    expect([wrong.status, wrong.json.code]).toEqual([400, 'digest_mismatch']);
    expect([202, 201]).toContain((await right).status);
    const { entries } = (await ended(ready)).json;
    expect((await ann.download(String(entries[0]?.id))).bytes.toString()).toBe(whole.toString());
    await expectAllContents();
  });

  test('does not join with another If-Match: it fails when the version that it names was replaced', async () => {
    const { id } = await smallFile('first');
    const ready = await readySession(id);
    const { holds, release } = holdCommits();
    const any = commit(ready);
    await holds(1);
    const first = commit(ready, { 'if-match': '0' });
    await holds(2);
    expect((await ann.upload({}, 'faster', `/files/${id}/content`)).status).toBe(201);
    release();
    await Promise.all([any, first]);
    expect((await ended(ready)).json.entries[0]).toMatchObject({ id, etag: '2' });
    const refused = await ended(ready, { 'if-match': '0' });
    expect([refused.status, refused.json.code]).toEqual([412, 'precondition_failed']);
    expect((await ann.download(id)).bytes.toString()).toBe(whole.toString());
    await expectAllContents();
  });

  test('with the same request gets the same file', async () => {
    const ready = await readySession();
    const [one, two] = await Promise.all([ended(ready), ended(ready)]);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.json.entries).toEqual(one.json.entries);
  });
});

describe('a commit that fails deletes no content that a file names', () => {
  /** Fails what follows the transaction, when the rows are written already. */
  const failOnce = () =>
    vi.spyOn(service.service.signal, 'announce').mockImplementationOnce(() => {
      throw new Error('The listeners cannot be woken.');
    });

  const namesOf = async () => (await ann.get('/folders/0/items?limit=1000')).json.entries;

  test('an upload in one request that fails after its transaction', async () => {
    const name = `file ${++made}`;
    failOnce();
    expect((await ann.upload({ name, parent: { id: '0' } }, 'kept')).status).toBe(500);
    const file = (await namesOf()).find((entry) => entry.name === name);
    expect((await ann.download(String(file?.id))).bytes.toString()).toBe('kept');
    await expectAllContents();
  });

  test('an upload session that fails after its transaction', async () => {
    const ready = await readySession();
    failOnce();
    expect((await commit(ready)).status).toBe(500);
    const { entries } = (await ended(ready)).json;
    expect((await ann.download(String(entries[0]?.id))).bytes.toString()).toBe(whole.toString());
    await expectAllContents();
  });

  test.each([
    ['a version with a stale If-Match', 412, { 'if-match': '7' }],
    ['a version with another digest than its bytes', 400, { 'content-md5': sha1Of('other') }],
  ])('%s', async (_what, status, headers) => {
    const { id } = await smallFile('first');
    expect((await ann.upload({}, 'second', `/files/${id}/content`, headers)).status).toBe(status);
    expect((await ann.download(id)).bytes.toString()).toBe('first');
    await expectAllContents();
  });

  test('a session that commits a second time with another digest', async () => {
    const ready = await readySession();
    const { entries } = (await ended(ready)).json;
    const again = await commit(ready, { digest: formatDigest(sha1Of('other')) });
    expect([again.status, again.json.code]).toEqual([400, 'digest_mismatch']);
    expect((await ann.download(String(entries[0]?.id))).bytes.toString()).toBe(whole.toString());
    await expectAllContents();
  });
});

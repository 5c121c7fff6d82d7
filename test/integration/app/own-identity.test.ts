import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenedEngine } from '../../../main/cli/open/open-engine.ts';
import type { OpenedAccount } from '../../../main/compose/account/accounts.ts';
import { openOwnService } from '../../../main/compose/account/own-service.ts';
import { openEngine } from '../../../main/compose/cli/engine.ts';
import { type WebUser, webUser } from '../../support/people/web-user.ts';
import { eventually, runBuiltService, tandemService } from '../../support/programs/processes.ts';

/** The private account stays the same person with the same folders, whatever this computer's user is called and wherever the data lies. */
let base: string;
let home: string;
let folder: string;
let opened: Pick<OpenedAccount, 'composed' | 'close'> | null;
const log = { warn: () => undefined, error: (message: string, cause: unknown) => console.error(message, cause) };

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'tandem-identity-'));
  home = join(base, 'a');
  folder = join(base, 'Tandem');
  await mkdir(folder);
  opened = null;
});
afterEach(async () => {
  await opened?.close();
  await rm(base, { recursive: true, force: true });
});

const placesIn = (of: string) => ({ state: join(of, 'client'), service: join(of, 'service') });
const record = async () => JSON.parse(await readFile(join(home, 'client', 'account.json'), 'utf8'));

async function open(): Promise<OpenedAccount> {
  const own = await openOwnService({ places: placesIn(home), log, runService: runBuiltService });
  opened = own;
  return own;
}
async function close(): Promise<void> {
  await opened?.close();
  opened = null;
}
/** A first run that synced two files. */
async function firstRun(): Promise<Seen> {
  await writeFile(join(folder, 'one.txt'), 'one');
  await writeFile(join(folder, 'two.txt'), 'two');
  const { composed } = await open();
  expect(await composed.engine.addRoot({ localPath: folder, remoteId: '0' })).toMatchObject({ ok: true });
  return inSync(composed);
}

type Seen = Awaited<ReturnType<typeof inSync>>;
/** The person, the folders, and every version on the service, once all is in sync. */
async function inSync({ engine, account, connection }: OpenedEngine | OpenedAccount['composed']) {
  engine.start();
  await eventually('in sync', async () => engine.status().state === 'in_sync', 60_000);
  const path = '/folders/0/items?fields=name,etag,sequence_id,modified_at,file_version';
  const listed = await connection.client.byHand({ method: 'GET', path, body: null, headers: {} });
  const { user } = engine.status().account;
  const items = JSON.parse(listed.text).entries;
  return { account, userId: user?.id, roots: engine.status().roots.map(({ localPath }) => localPath), items };
}

async function admin(): Promise<WebUser> {
  const { composed, person } = opened as OpenedAccount;
  const { login } = person.current()?.status ?? { login: '' };
  const made = await tandemService(['tokens', 'create', '--data', join(home, 'service'), '--login', login]);
  return webUser(composed.connection.address, made.stdout.trim());
}
const people = async (data = join(home, 'service')) =>
  JSON.parse((await tandemService(['users', 'list', '--json', '--data', data])).stdout);

/** The command line on this state. */
async function openFromTerminal(): Promise<OpenedEngine> {
  const account = { baseUrl: undefined, uploadUrl: undefined, tokenFile: undefined, tokenInEnvironment: undefined };
  const own = await openEngine({ state: join(home, 'client'), json: false, quiet: true, logLevel: 'error', account });
  opened = { composed: own, close: own.close };
  return own;
}

test('after a new login and in a moved folder it is the same person: one service, one user, nothing uploaded again', async () => {
  const before = await firstRun();
  expect(before.items).toHaveLength(2);
  const me = await (await admin()).call('PUT', `/users/${before.userId}`, { login: 'renamed@localhost' });
  expect(me.login).toBe('renamed@localhost');
  await close();
  expect(await inSync((await open()).composed)).toEqual(before);
  await close();

  const former = home;
  home = join(base, 'b');
  await rename(former, home);
  expect(await inSync(await openFromTerminal())).toEqual(before);
  await close();
  expect(await inSync((await open()).composed)).toEqual(before);
  expect(await people()).toHaveLength(1);
  expect(existsSync(former)).toBe(false);
});

test('the data of the last version is taken over as it is: its person, its folders, its place', async () => {
  const before = await firstRun();
  const { login } = (opened as OpenedAccount).person.current()?.status ?? { login: '' };
  await (await admin()).call('POST', '/users', { login: 'other@localhost', name: 'Other', role: 'coadmin' });
  await close();
  await asTheLastVersionLeftIt();
  const taken = await inSync((await open()).composed);
  expect(taken).toEqual(before);
  expect(await record()).toMatchObject({ userId: before.userId, data: join('..', 'service') });
  expect(JSON.parse(await readFile(join(home, 'client', 'secrets.json'), 'utf8'))).not.toHaveProperty([
    `private ${join(home, 'service')}`,
  ]);
  await close();

  // Without the account, as after a sign-out, and with another login.
  await asTheLastVersionLeftIt();
  await rm(join(home, 'client', 'account.json'));
  change(
    'service/service.db',
    `UPDATE user SET login = 'x@localhost', login_key = 'x@localhost' WHERE login = '${login}'`,
  );
  expect(await inSync((await open()).composed)).toEqual(before);
  await close();

  // Moved with the last version, whose path leads nowhere now.
  await asTheLastVersionLeftIt();
  const former = home;
  home = join(base, 'b');
  await rename(former, home);
  expect(await inSync(await openFromTerminal())).toEqual(before);
  expect(existsSync(former)).toBe(false);
});

/** The last version knew no owner, and identified the service by its folder. */
async function asTheLastVersionLeftIt(): Promise<void> {
  const { userId, baseUrl, uploadUrl } = await record();
  const service = `private ${join(home, 'service')}`;
  await writeFile(join(home, 'client', 'account.json'), JSON.stringify({ service, baseUrl, uploadUrl, userId }));
  change('client/engine.db', `UPDATE sync_root SET account = '${service} ${userId}'`);
  change('service/service.db', `DELETE FROM setting WHERE name IN ('owner_id', 'backup_id')`);
}

function change(file: string, statement: string): void {
  const db = new Database(join(home, file));
  expect(db.prepare(statement).run().changes).toBeGreaterThan(0);
  db.close();
}

test('an account whose data is gone starts no other service', async () => {
  await firstRun();
  await close();
  await rename(join(home, 'service'), join(base, 'away'));
  const missing = { code: 'private_service_missing', message: expect.stringContaining(join(home, 'service')) };
  await expect(open()).rejects.toMatchObject(missing);
  await expect(openFromTerminal()).rejects.toMatchObject(missing);
  expect(await readdir(home)).toEqual(['client']);
  await rename(join(base, 'away'), join(home, 'service'));
  expect((await open()).composed.engine.foreignRoots()).toEqual([]);
});

test('the folders of one private service are never synced with another that lies in its place', async () => {
  await firstRun();
  await close();
  await rename(join(home, 'service'), join(base, 'away'));
  const right = home;
  home = join(base, 'other');
  await open();
  await close();
  await rename(join(home, 'service'), join(right, 'service'));
  home = right;
  const differs = { code: 'private_service_differs', message: expect.stringContaining(join(home, 'service')) };
  await expect(open()).rejects.toMatchObject(differs);
  await rm(join(home, 'service'), { recursive: true });
  await rename(join(base, 'away'), join(home, 'service'));
  expect((await open()).composed.engine.foreignRoots()).toEqual([]);
});

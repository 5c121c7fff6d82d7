import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressOf } from '../../../../../main/account/find-account.ts';
import { fixedToken } from '../../../../../main/api/token-source.ts';
import { noProxy } from '../../../../../main/api/transport/proxy.ts';
import { downloadCommand } from '../../../../../main/cli/commands/files/download.ts';
import { uploadCommand } from '../../../../../main/cli/commands/files/upload.ts';
import { runCommand } from '../../../../../main/cli/run-command.ts';
import { composeConnection } from '../../../../../main/compose/connection.ts';
import { composeOneOff } from '../../../../../main/compose/one-off.ts';
import {
  type ScriptedAnswer,
  type ScriptedServer,
  startScriptedServer,
} from '../../../../support/lines/scripted-server.ts';

/** `tandem upload` and `download` on a service that may be hostile. */
const TEXT = 'hello';
const SHA1 = 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d';
const version = { type: 'file_version', id: '70', sha1: SHA1 };
const file = {
  type: 'file',
  id: '7',
  etag: '0',
  sequence_id: '0',
  name: 'a.txt',
  sha1: SHA1,
  size: 5,
  file_version: version,
};
const loop = { type: 'folder', id: '5', etag: '0', sequence_id: '0', name: 'loop' };
const notFound = { type: 'error', status: 404, code: 'not_found', message: 'not found', request_id: '1' };
const damaged = { ...file, id: '8', name: 'b.txt' };
const lost = { ...loop, id: '6', name: 'lost' };
const full = { ...loop, id: '9', name: 'full' };
const pageOf = (entries: readonly object[]) => ({ total_count: entries.length, offset: 0, limit: 1_000, entries });

/** Folder 5 contains file 7 and, impossibly, itself. Of what folder 9 contains, only file 7 can be downloaded. Uploads are taken. */
const answers: Readonly<Record<string, ScriptedAnswer>> = {
  '/2.0/files/7': { json: file },
  '/2.0/folders/5': { json: loop },
  '/2.0/folders/5/items': { json: pageOf([file, loop]) },
  '/2.0/folders/9': { json: full },
  '/2.0/folders/9/items': { json: pageOf([damaged, lost, file]) },
  '/2.0/files/8/content': { status: 400, json: { ...notFound, status: 400, code: 'bad_request' } },
  '/2.0/folders/0/items': { json: pageOf([]) },
  '/2.0/files/7/content': { text: TEXT, headers: { 'content-length': '5' } },
  '/upload/2.0/files/content': { status: 201, json: { total_count: 1, entries: [file] } },
};

let folder: string;
let server: ScriptedServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-transfers-'));
  server = await startScriptedServer(({ path }) => answers[path] ?? { status: 404, json: notFound });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

function collected() {
  let text = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      text += String(chunk);
      done();
    },
  });
  return { stream: stream as never, text: () => text };
}

async function tandem(...words: readonly string[]) {
  const [out, err] = [collected(), collected()];
  const open = async () => {
    const connection = composeConnection(addressOf(`${server.origin}/2.0`, undefined), fixedToken('secret'), noProxy);
    return composeOneOff(connection, join(folder, 'state'));
  };
  const surroundings = {
    commands: [downloadCommand(open), uploadCommand(open)],
    version: '0',
    places: { state: join(folder, 'state') } as never,
    env: {},
    signal: new AbortController().signal,
  };
  const code = await runCommand({ ...surroundings, stdout: out.stream, stderr: err.stream }, words);
  return { code, out: out.text(), err: err.text() };
}

test('a folder that contains itself is downloaded once', async () => {
  const { code, out, err } = await tandem('download', '5', '--to', folder);
  expect([code, out]).toEqual([1, `${join(folder, 'loop', 'a.txt')}  5 B\n`]);
  expect(err).toContain('The service lists this folder inside itself.');
  expect(await readdir(join(folder, 'loop'))).toEqual(['a.txt']);
});

test('a link to a folder is as good as the folder', async () => {
  await mkdir(join(folder, 'real'));
  await symlink('real', join(folder, 'link'));
  expect(await tandem('download', '7', '--to', join(folder, 'link'))).toMatchObject({ code: 0, err: '' });
  expect(await readFile(join(folder, 'real', 'a.txt'), 'utf8')).toBe(TEXT);
  const missing = await tandem('download', '7', '--to', join(folder, 'missing'));
  expect([missing.code, missing.err]).toEqual([
    1,
    expect.stringContaining(`${join(folder, 'missing')} is not a folder`),
  ]);
});

test('a link to a file is uploaded as that file, under its own name', async () => {
  await writeFile(join(folder, 'real'), TEXT);
  await symlink('real', join(folder, 'a.txt'));
  expect(await tandem('upload', join(folder, 'a.txt'))).toMatchObject({ code: 0, err: '' });
  const sent = server.seen.find(({ method }) => method === 'POST')?.body.toString() ?? '';
  expect(sent).toContain('"name":"a.txt"');
  expect(sent).toContain(`\r\n\r\n${TEXT}\r\n`);
});

test('of two files with one name, only the first is uploaded', async () => {
  for (const name of ['x', 'y']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'a.txt'), TEXT);
  }
  const { code, out, err } = await tandem('upload', join(folder, 'x', 'a.txt'), join(folder, 'y', 'a.txt'));
  expect([code, out]).toEqual([1, '7  a.txt  5 B  uploaded\n']);
  expect(err).toContain(`${join(folder, 'y', 'a.txt')}: Another file in this command has the same name.`);
  expect(server.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('a file that cannot be read keeps no other one from being uploaded', async () => {
  const unreadable = join(folder, 'x'.repeat(300));
  await writeFile(join(folder, 'a.txt'), TEXT);
  const { code, out, err } = await tandem('upload', unreadable, join(folder, 'a.txt'));
  expect([code, out]).toEqual([1, '7  a.txt  5 B  uploaded\n']);
  expect(err).toContain(`${unreadable}: Cannot`);
});

test('what a folder contains is downloaded, and what cannot be is named', async () => {
  const { code, out, err } = await tandem('download', '9', '--to', folder);
  expect([code, out]).toEqual([1, `${join(folder, 'full', 'a.txt')}  5 B\n`]);
  expect(err).toContain(`${join(folder, 'full', 'b.txt')}: `);
  expect(err).toContain(`${join(folder, 'full', 'lost')}: It no longer exists on the service.`);
  expect(await readdir(join(folder, 'full'))).toEqual(['a.txt']);
});

test.each(['a.txt', '007'])('an item is given by its id, and "%s" is refused with the rule', async (named) => {
  const { code, err } = await tandem('download', named, '--to', folder);
  expect([code, err]).toEqual([1, expect.stringContaining(`"${named}" is not an item ID.`)]);
  expect(err).toContain('decimal digits without a leading zero');
  expect(err).toContain('`tandem ls`');
  expect(server.seen).toHaveLength(0);
});

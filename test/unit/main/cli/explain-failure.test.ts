import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { ApiError } from '../../../../main/api/api-error.ts';
import { explainFailure } from '../../../../main/cli/explain-failure.ts';
import { FileSystemError } from '../../../../main/engine/ports/file-system.ts';
import { RemoteError } from '../../../../main/engine/ports/remote/remote.ts';
import { openCheckedStore } from '../../../../main/engine/store/open-store.ts';
import { lockState } from '../../../../main/engine/store/state-lock.ts';

const withCode = (code: string) => Object.assign(new Error('from below'), { code });

test.each([
  ['a full disk', new Database.SqliteError('database or disk is full', 'SQLITE_FULL'), 'disk_full'],
  ['a read-only disk', new Database.SqliteError('attempt to write', 'SQLITE_READONLY_DBMOVED'), 'denied'],
  ['no room for a file', withCode('ENOSPC'), 'disk_full'],
  ['the state folder of another user', withCode('EACCES'), 'denied'],
  ['a state folder below a file', withCode('ENOTDIR'), 'denied'],
  ['a refused token', new ApiError({ status: 401, code: 'unauthorized', message: 'no' }), 'signed_out'],
  ['a refused token, seen by the engine', new RemoteError('signed_out', 'no'), 'signed_out'],
  [
    'an unreachable service',
    new ApiError({ status: null, code: 'offline', message: 'nobody at 127.0.0.1:9' }),
    'offline',
  ],
  ['a missing item', new ApiError({ status: 404, code: 'not_found', message: 'no item 7' }), 'not_found'],
  ['a disk that refuses', new FileSystemError('denied', '/a', 'It may not be read: /a'), 'denied'],
  ['a bug', new TypeError('x is not a function'), 'internal'],
])('%s is explained by a sentence and a remedy, without a stack', (_what, error, code) => {
  const failure = explainFailure(error);
  expect(failure.code).toBe(code);
  expect(failure.message).not.toMatch(/\n\s+at /);
  expect(failure.remedy).toMatch(/^[A-Z`].*\.$/s);
});

test('an unexpected error claims nothing about the files', () => {
  expect(explainFailure(new TypeError('x is not a function')).remedy).not.toContain('lost');
});

test('a service that fails is tried again later, without a word about the request', () => {
  const failure = explainFailure(new ApiError({ status: 502, code: 'bad_gateway', message: 'Bad gateway' }));
  expect(failure).toMatchObject({ message: 'The service failed: Bad gateway', remedy: 'Try again later.' });
});

test('a state that is in use says which process uses it, as no surprise', async () => {
  const state = await mkdtemp(join(tmpdir(), 'tandem-state-'));
  const lock = lockState(state);
  onTestFinished(async () => {
    lock.release();
    await rm(state, { recursive: true });
  });
  const failure = explainFailure(caughtFrom(() => lockState(state)));
  expect(failure).toMatchObject({
    code: 'state_in_use',
    message: `The state in "${state}" is in use by another Tandem (process ${process.pid}).`,
    remedy: 'End that one, or use another state folder.',
  });
});

test('a state of a newer version says what helps, as no surprise', async () => {
  const state = await mkdtemp(join(tmpdir(), 'tandem-state-'));
  onTestFinished(() => rm(state, { recursive: true }));
  const path = join(state, 'engine.db');
  const newer = new Database(path);
  newer.pragma('user_version = 1000000');
  newer.close();
  const failure = explainFailure(await openCheckedStore(path).catch((error: unknown) => error));
  expect(failure).toMatchObject({
    code: 'store_too_new',
    message: expect.stringMatching(/^The state was written by a newer version of Tandem \(schema 1000000, [^.]*\)\.$/),
    remedy: 'Update Tandem, or use another state folder.',
  });
});

function caughtFrom(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

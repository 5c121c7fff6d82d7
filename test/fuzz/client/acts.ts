import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Operation } from '../../../contract/operation.ts';
import { operations } from '../../../contract/operations.ts';
import type { ApiClient } from '../../../main/api/api-client.ts';
import { KnownBytes } from '../../../main/api/transport/known-bytes.ts';
import { listAll } from '../../../main/cli/words/remote-path.ts';
import { keptArchives } from '../../../main/commands/archive/archive.ts';
import { gatherEntries } from '../../../main/commands/archive/gather-entries.ts';
import { contentSource } from '../../../main/commands/content/content-source.ts';
import { linkVisits } from '../../../main/commands/shared-link/link-visits.ts';
import { etag, itemId, sha1, streamPosition, versionId } from '../../../main/engine/model/ids.ts';
import type { Remote } from '../../../main/engine/ports/remote/remote.ts';
import type { Chance } from '../../simulation/world/chance.ts';
import { valueOf } from './values.ts';

/** Something that the client does with a service; it ends, with a value or with an error. */
export type Act = { readonly name: string; readonly run: (signal: AbortSignal) => Promise<unknown> };

/** Everything that the client asks a service for: each operation of the contract, the engine's port, and what follows pages or bytes. */
export function actsOf(client: ApiClient, remote: Remote, chance: Chance): readonly Act[] {
  const calls = Object.values<Operation>(operations).map((operation) => ({
    name: operation.name,
    run: (signal: AbortSignal) => call(client, operation, chance, signal),
  }));
  return [...calls, ...engineActs(remote), ...streamActs(client, remote)];
}

async function call(client: ApiClient, operation: Operation, chance: Chance, signal: AbortSignal): Promise<unknown> {
  const { body: wanted } = operation;
  const content = new KnownBytes(new Uint8Array(10));
  const body =
    wanted.kind === 'json'
      ? valueOf(wanted.schema, chance)
      : wanted.kind === 'multipart'
        ? { attributes: valueOf(wanted.attributes, chance), content }
        : content;
  const params = Object.fromEntries(Object.keys(operation.params.shape).map((name) => [name, '1']));
  // A request of the right shape is made from the same table as its type.
  const request = {
    params,
    query: {},
    headers: required(operation.headers, chance),
    ...(wanted.kind !== 'none' && { body }),
  };
  const answer = await client.call(operation, request as Parameters<typeof client.call<Operation>>[1], { signal });
  const given: unknown = Reflect.get(answer, 'body');
  if (given instanceof Object && Symbol.asyncIterator in given) await readOn(given as AsyncIterable<Uint8Array>);
  return answer;
}

const required = (headers: z.ZodObject, chance: Chance): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(headers.shape)
      .filter(([, schema]) => !(schema instanceof z.ZodOptional))
      .map(([name, schema]) => [name, valueOf(schema, chance)]),
  );

function engineActs(remote: Remote): readonly Act[] {
  const [item, version] = [itemId('1'), versionId('1')];
  const digest = sha1('a'.repeat(40));
  const file = { bytes: new Uint8Array(10), sha1: digest, contentModifiedAtMs: 0 };
  const fresh = { kind: 'new', parentId: item, name: 'a.txt' } as const;
  const target = { id: item, kind: 'file', ifMatch: etag('1') } as const;
  const part = { partId: 'deadbeef', offset: 0, sizeBytes: 10, sha1: digest };
  const commit = { sha1: digest, parts: [part], ifMatch: null, contentModifiedAtMs: null };
  const acts: Readonly<Record<string, Act['run']>> = {
    list: (signal) => remote.list(item, signal),
    item: (signal) => remote.item(item, 'folder', signal),
    currentPosition: (signal) => remote.currentPosition(signal),
    changes: (signal) => remote.changes(streamPosition('5'), signal),
    waitForChange: (signal) => remote.waitForChange(streamPosition('5'), signal),
    createFolder: (signal) => remote.createFolder(item, 'a', signal),
    move: (signal) => remote.move({ ...target, parentId: item, name: 'b' }, signal),
    trash: (signal) => remote.trash(target, signal),
    upload: (signal) => remote.upload(fresh, file, signal),
    createSession: (signal) => remote.createSession(fresh, 30_000_000, signal),
    session: (signal) => remote.session('1', signal),
    parts: (signal) => remote.parts('1', signal),
    uploadPart: (signal) => remote.uploadPart('1', { ...file, offset: 0, totalBytes: 10 }, signal),
    commit: (signal) => remote.commit('1', commit, signal),
    abort: (signal) => remote.abort('1', signal),
    versions: (signal) => remote.versions(item, signal),
    promote: (signal) =>
      remote.promote({ id: item, name: 'a.txt', etag: etag('1'), versionId: version }, version, signal),
    restore: (signal) => remote.restore({ id: item, kind: 'file', name: null, fallback: item }, signal),
    setSyncState: (signal) => remote.setSyncState(item, 'synced', signal),
    leave: (signal) => remote.leave({ id: item, kind: 'folder' }, signal),
    lockOf: (signal) => remote.lockOf(item, signal),
    copyFile: (signal) =>
      remote.copyFile({ id: item, versionId: version }, { parentId: item, name: 'c', contentModifiedAtMs: 0 }, signal),
  };
  return Object.entries(acts).map(([name, run]) => ({ name: `engine ${name}`, run }));
}

function streamActs(client: ApiClient, remote: Remote): readonly Act[] {
  const contents = contentSource({ api: client, visits: linkVisits(() => 'visit'), archives: keptArchives(() => 'a') });
  const request = { fileId: '1', version: null, visit: null, range: null, ifRange: null, isHead: false };
  const show = (use: 'download' | 'preview') => async (signal: AbortSignal) => {
    const answer = await contents.answer({ ...request, use }, signal);
    if ('body' in answer && answer.body !== null) await readOn(answer.body);
  };
  return [
    {
      name: 'engine download',
      run: async (signal) =>
        readOn(
          (await remote.download({ file: itemId('1'), offset: 0, version: null, sizeBytes: null }, signal)).stream,
        ),
    },
    {
      name: 'engine download on',
      run: async (signal) =>
        readOn(
          (await remote.download({ file: itemId('1'), offset: 5, version: versionId('1'), sizeBytes: 9 }, signal))
            .stream,
        ),
    },
    { name: 'window download', run: show('download') },
    { name: 'window preview', run: show('preview') },
    { name: 'window archive', run: () => gatherEntries(client, [{ type: 'folder', id: '1' }]) },
    { name: 'ls', run: (signal) => listAll(client, '1', signal) },
    {
      name: 'tandem api',
      run: (signal) => client.byHand({ method: 'GET', path: '/users/me', body: null, headers: {} }, signal),
    },
  ];
}

async function readOn(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let length = 0;
  for await (const chunk of Readable.from(stream, { objectMode: true })) length += (chunk as Uint8Array).length;
  return length;
}

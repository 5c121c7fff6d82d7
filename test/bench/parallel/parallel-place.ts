import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import { nowhere } from '../../faults/parallel/stage.ts';
import { type ServiceProcess, startService } from '../../support/programs/processes.ts';
import { createPerson } from '../../support/service/beside.ts';
import type { Parts } from './cpu-time.ts';
import { startLine } from './line-process.ts';

/** Where the service keeps its data: the database as everybody reaches it, and the blobs. */
export type ParallelStore = { readonly databaseUrl: string; readonly blobs: string };

/** A person with a folder to fill. */
export type Owner = { readonly token: string; readonly folderId: string };

/** Processes of one service on PostgreSQL, whose database answers later by `latencyMs`. */
export type ParallelPlace = {
  readonly owners: readonly Owner[];
  /** The address of the database through the same slow line, if there is one. */
  readonly databaseUrl: string;
  /** The processes of this place, besides the database. */
  readonly parts: Parts;
  /** Makes a folder through one of the processes, in turn. */
  makeFolder(owner: Owner, count: number): Promise<void>;
  close(): Promise<void>;
};

/** Starts `processes` processes; the same `tokens` serve every place on one store. */
export async function openParallelPlace(
  store: ParallelStore,
  { processes, latencyMs, tokens }: { processes: number; latencyMs: number; tokens: readonly string[] },
): Promise<ParallelPlace> {
  // Without latency there is no line: even a timer of 0 ms takes one.
  const line = latencyMs === 0 ? null : await startLine(store.databaseUrl, latencyMs);
  const databaseUrl = line?.url ?? store.databaseUrl;
  const flags = ['--database', databaseUrl, '--blobs', store.blobs, '--rate-limit', 'off'];
  const agent = new Agent({ connections: 64, pipelining: 1 });
  const started: ServiceProcess[] = [];
  const close = async () => {
    await agent.close();
    await Promise.all(started.map(async (each) => each.kill()));
    await line?.stop();
  };
  const make = async (token: string, name: string, parentId: string): Promise<string> => {
    const door = started[Math.floor(Math.random() * started.length)];
    const answer = await request(`${door?.baseUrl}/folders`, {
      method: 'POST',
      dispatcher: agent,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, parent: { id: parentId } }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 201) throw new Error(`POST /folders: ${answer.statusCode} ${text}`);
    return (JSON.parse(text) as { id: string }).id;
  };
  try {
    for (let index = 0; index < processes; index += 1) started.push(await startService(nowhere, 0, flags));
    const place = randomUUID();
    const owners = await Promise.all(
      tokens.map(async (token) => ({ token, folderId: await make(token, `bench ${place}`, '0') })),
    );
    return {
      owners,
      databaseUrl,
      parts: {
        service: () => started.map(({ pid }) => pid),
        clients: () => [process.pid],
        ...(line === null ? {} : { 'slow line': () => [line.pid] }),
      },
      makeFolder: async ({ token, folderId }, count) => void (await make(token, `folder ${count}`, folderId)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates so many people in the database, and returns their tokens. */
export async function createOwners(store: ParallelStore, count: number): Promise<readonly string[]> {
  const flags = ['--database', store.databaseUrl, '--blobs', store.blobs];
  const tokens: string[] = [];
  for (let index = 0; index < count; index += 1) {
    tokens.push(await createPerson(nowhere, `owner${index}@example.com`, flags));
  }
  return tokens;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Agent, request } from 'undici';
import { startService } from '../../support/programs/processes.ts';
import { createPerson } from '../../support/service/beside.ts';
import { multipartBody } from '../../support/service/callers/service-caller.ts';
import { keepOnOneCore } from './one-core.ts';

/** A service in a process of its own, on one core, with one person; the load comes from this process. */
export interface BenchPlace {
  readonly baseUrl: string;
  readonly uploadUrl: string;
  readonly data: string;
  readonly token: string;
  readonly pid: number;
  readonly agent: Agent;
  /** Sends a request and reads the answer to its end. @throws for an error status. */
  send(method: string, url: string, body?: Buffer | string, headers?: Record<string, string>): Promise<Buffer>;
  createFolder(name: string, parentId: string): Promise<string>;
  upload(name: string, parentId: string, content: Buffer): Promise<string>;
  close(): Promise<void>;
}

/** @param prepare fills the data directory before the service starts; the person exists already. */
export async function openBenchPlace(prepare: (data: string) => Promise<void> = async () => {}): Promise<BenchPlace> {
  const data = await mkdtemp(path.join(tmpdir(), 'tandem-bench-'));
  const token = await createPerson(data, 'bench@example.com');
  await prepare(data);
  const service = await startService(data);
  keepOnOneCore(service.pid);
  const agent = new Agent({ connections: 64, pipelining: 1 });
  const send: BenchPlace['send'] = async (method, url, body, headers = {}) => {
    const answer = await request(url, {
      method: method as 'GET',
      dispatcher: agent,
      headers: { authorization: `Bearer ${token}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.statusCode} ${bytes.toString()}`);
    return bytes;
  };
  const json = { 'content-type': 'application/json' };
  return {
    baseUrl: service.baseUrl,
    uploadUrl: service.uploadUrl,
    data,
    token,
    pid: service.pid,
    agent,
    send,
    createFolder: async (name, parentId) => {
      const body = JSON.stringify({ name, parent: { id: parentId } });
      return idOf(await send('POST', `${service.baseUrl}/folders`, body, json));
    },
    upload: async (name, parentId, content) => {
      const { body, type } = multipartBody({ name, parent: { id: parentId } }, content);
      const answer = await send('POST', `${service.uploadUrl}/files/content`, body, { 'content-type': type });
      const { entries } = JSON.parse(answer.toString()) as { entries: readonly { id: string }[] };
      return entries[0]?.id ?? '';
    },
    close: async () => {
      await agent.close();
      await service.kill();
      await rm(data, { recursive: true, force: true });
    },
  };
}

function idOf(answer: Buffer): string {
  return (JSON.parse(answer.toString()) as { id: string }).id;
}

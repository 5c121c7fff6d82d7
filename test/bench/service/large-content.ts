import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { formatContentRange } from '../../../contract/rules/content-range.ts';
import { formatDigest } from '../../../contract/rules/digest.ts';
import type { Figure } from '../figure.ts';
import type { BenchPlace } from './bench-place.ts';
import { startReference } from './one-core.ts';

const mebibyte = 1024 * 1024;
const size = 1024 * mebibyte;
const block = Buffer.alloc(mebibyte, 'tandem ');

/** 1 GiB up (a session, four parts at once) and down, beside a plain server on one core that streams and hashes the same. */
export async function benchLargeContent(place: BenchPlace): Promise<readonly Figure[]> {
  const reference = await startReference('stream');
  try {
    const up = await timed(() => uploadBySession(place));
    const plainUp = await timed(async () => drain(await send('PUT', reference.url, blocks(size))));
    const down = await timed(async () => {
      const bytes = await drain(
        await send('GET', `${place.baseUrl}/files/${up.result}/content`, undefined, place.token),
      );
      if (bytes !== size) throw new Error(`${bytes} bytes came down.`);
    });
    const plainDown = await timed(async () => drain(await send('GET', reference.url)));
    const rate = (seconds: number) => Math.round(1024 / seconds);
    const beside = (seconds: number) => ({ what: 'a plain server that streams and hashes', value: rate(seconds) });
    return [
      { what: '1 GiB up', value: rate(up.seconds), unit: 'MiB/s', beside: beside(plainUp.seconds) },
      { what: '1 GiB down', value: rate(down.seconds), unit: 'MiB/s', beside: beside(plainDown.seconds) },
    ];
  } finally {
    await reference.stop();
  }
}

async function uploadBySession(place: BenchPlace): Promise<string> {
  const json = { 'content-type': 'application/json' };
  const wanted = JSON.stringify({ folder_id: '0', file_size: size, file_name: 'large' });
  const url = `${place.uploadUrl}/files/upload_sessions`;
  const session = JSON.parse((await place.send('POST', url, wanted, json)).toString()) as {
    readonly id: string;
    readonly part_size: number;
  };
  const parts: unknown[] = [];
  const starts = Array.from({ length: Math.ceil(size / session.part_size) }, (_, index) => index * session.part_size);
  const whole = Buffer.alloc(session.part_size, block);
  const digest = createHash('sha1').update(whole).digest('hex');
  const one = async () => {
    for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
      const range = formatContentRange({ start, end: start + whole.length - 1, total: size });
      const headers = {
        'content-type': 'application/octet-stream',
        digest: formatDigest(digest),
        'content-range': range,
      };
      const answer = await place.send('PUT', `${url}/${session.id}`, whole, headers);
      parts.push((JSON.parse(answer.toString()) as { part: unknown }).part);
    }
  };
  await Promise.all([one(), one(), one(), one()]);
  const hash = createHash('sha1');
  for (let done = 0; done < size; done += whole.length) hash.update(whole);
  const headers = { ...json, digest: formatDigest(hash.digest('hex')) };
  const answer = await place.send('POST', `${url}/${session.id}/commit`, JSON.stringify({ parts }), headers);
  return (JSON.parse(answer.toString()) as { entries: readonly { id: string }[] }).entries[0]?.id ?? '';
}

async function send(method: 'GET' | 'PUT', url: string, body?: AsyncIterable<Buffer>, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}`, prefer: 'return=representation' };
  const answer = await request(url, { method, headers, ...(body === undefined ? {} : { body: Readable.from(body) }) });
  if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode}`);
  return answer.body;
}

async function* blocks(bytes: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < bytes; done += block.length) yield block;
}

async function drain(body: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const chunk of body) bytes += chunk.length;
  return bytes;
}

async function timed<T>(work: () => Promise<T>): Promise<{ readonly seconds: number; readonly result: T }> {
  const started = performance.now();
  const result = await work();
  return { seconds: (performance.now() - started) / 1000, result };
}

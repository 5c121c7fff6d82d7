import { expect, test } from 'vitest';
import { itemId } from '../../../../../../main/engine/model/ids.ts';
import { connect } from '../../../../../support/engine/service-remote.ts';
import {
  type ScriptedAnswer,
  type ScriptedRequest,
  startScriptedServer,
} from '../../../../../support/lines/scripted-server.ts';

/** Services of the format that answer a download with an address of another host (service-decisions.md B 4.2). */
const TEXT = 'the bytes of the file';

async function download(offset: number, store: (request: ScriptedRequest) => ScriptedAnswer) {
  await using bytes = await startScriptedServer(store);
  await using service = await startScriptedServer(() => ({
    status: 302,
    headers: { location: `${bytes.origin}/signed?until=soon` },
  }));
  const addresses = { baseUrl: `${service.origin}/2.0`, uploadUrl: `${service.origin}/upload/2.0` };
  const { client, remote } = connect(addresses, 'secret');
  try {
    const opened = await remote.download({ file: itemId('7'), offset, version: null, sizeBytes: null });
    let text = '';
    for await (const chunk of opened.stream) text += Buffer.from(chunk).toString();
    return { text, size: opened.content.sizeBytes, asked: bytes.seen[0] };
  } finally {
    await client.close();
  }
}
const whole = () => ({ text: TEXT, headers: { 'content-length': String(TEXT.length) } });

test('the address of a 302 is followed, and the token does not travel to its host', async () => {
  const { text, size, asked } = await download(0, whole);
  expect([text, size]).toEqual([TEXT, TEXT.length]);
  expect(asked?.path).toBe('/signed');
  expect(asked?.headers.authorization).toBeUndefined();
});

test('a resumed download asks that host for the rest only', async () => {
  const { text, size, asked } = await download(4, () => ({
    status: 206,
    text: TEXT.slice(4),
    headers: { 'content-range': `bytes 4-${TEXT.length - 1}/${TEXT.length}` },
  }));
  expect(asked?.headers.range).toBe('bytes=4-');
  expect([text, size]).toEqual([TEXT.slice(4), TEXT.length]);
});

test('a host that ignores Range sends the whole file, and the bytes already here are skipped', async () => {
  expect(await download(4, whole)).toMatchObject({ text: TEXT.slice(4), size: TEXT.length });
});

test('a host that no longer knows the address is an error, not an empty file', async () => {
  await expect(download(0, () => ({ status: 404 }))).rejects.toMatchObject({ name: 'RemoteError' });
});

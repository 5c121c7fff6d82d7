import { rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startHaproxy } from '../support/servers/haproxy-server.ts';
import { freePort } from '../support/servers/server-tools.ts';
import { callerOf } from '../support/service/callers/service-caller.ts';
import { startSingleService } from '../support/service/service.ts';

test('behind HAProxy, everything else works while the content store is unavailable', async () => {
  await using service = await startSingleService();
  const port = Number(new URL(service.listenUrl).port);
  const haproxy = await startHaproxy(await freePort(), [port, port]);
  try {
    const ann = callerOf(service, service.person.token);
    await rename(path.join(service.dataDirectory, 'blobs'), path.join(service.dataDirectory, 'away'));
    expect((await ann.send('GET', `${service.publicUrl}/ready`)).json).toMatchObject({ blobs: false });
    // Each of the two servers counts as failed after two checks.
    const checks = /^tandem_requests_total\{method="GET",route="\/ready\/database",status="\d+"\} (\d+)$/gm;
    const checked = async () => {
      const { bytes } = await ann.send('GET', `${service.publicUrl}/metrics`);
      return Array.from(bytes.toString().matchAll(checks), ([, count]) => Number(count)).reduce(
        (sum, count) => sum + count,
        0,
      );
    };
    const before = await checked();
    await expect.poll(checked).toBeGreaterThan(before + 6);
    expect((await ann.send('GET', `${haproxy.url}/2.0/folders/0/items`)).status).toBe(200);
  } finally {
    await haproxy.stop();
  }
});

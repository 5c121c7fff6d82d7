import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountKey, writeAccount } from '../../../main/account/account-record.ts';
import { runServiceProcess } from '../../../main/account/private-service/run-service.ts';
import { fileSecretStore } from '../../../main/account/secrets/file-secret-store.ts';
import { loginKey, writeLogin } from '../../../main/account/tokens/login-tokens.ts';
import { noProxy } from '../../../main/api/transport/proxy.ts';
import { terminalHost } from '../../../main/cli/terminal/terminal-host.ts';
import { type Client, composeClient } from '../../../main/compose/client.ts';
import { createNodeFileSystem } from '../../../main/engine/adapters/node-file-system.ts';
import { createNodeRandom } from '../../../main/engine/adapters/node-random.ts';
import { openStore } from '../../../main/engine/store/open-store.ts';
import { connectControlSocket } from '../../../main/ipc/control-socket.ts';
import { controlSocket } from '../../../main/private/private-socket-path.ts';
import { REMOTE_ROOT } from '../../support/engine/local-root.ts';
import { eventually, startTandem, tandem } from '../../support/programs/processes.ts';

/** A service that accepts connections and never answers, as behind a network that drops packets. */
let silent: Server;
let connections: Set<Socket>;
let home: string;
let state: string;
let baseUrl: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'tandem-silent-'));
  state = join(home, 'state');
  await mkdir(state, { mode: 0o700 });
  connections = new Set();
  silent = createServer((socket) => void connections.add(socket.on('error', () => undefined)));
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/2.0`;
});
afterEach(async () => {
  for (const socket of connections) socket.destroy();
  silent.close();
  await rm(home, { recursive: true, force: true });
});

/** Signed in earlier, when the service answered. */
async function signedIn(expiresAt: number): Promise<void> {
  await writeAccount(state, { service: baseUrl, baseUrl, uploadUrl: baseUrl, userId: '7', by: 'login' });
  await writeLogin(fileSecretStore(join(state, 'secrets.json')), loginKey(state, baseUrl), {
    kind: 'login',
    clientId: 'tandem',
    accessToken: 'a',
    refreshToken: 'b',
    expiresAt,
    renewingSince: null,
  });
}

/** A folder that was linked then. */
async function linkedFolder(): Promise<string> {
  const path = await realpath(await mkdtemp(join(home, 'files-')));
  const fileSystem = createNodeFileSystem(createNodeRandom());
  await fileSystem.writeMarker(path, 'marker');
  const [stat, volumeId] = [await fileSystem.stat(path), await fileSystem.volumeId(path)];
  if (stat === null || volumeId === null) throw new Error('the folder that was just made is gone');
  const store = openStore(join(state, 'engine.db'));
  store.addRoot({
    localPath: path,
    marker: 'marker',
    volumeId,
    fingerprint: stat.fingerprint,
    account: accountKey({ service: baseUrl, userId: '7' }),
    remote: REMOTE_ROOT,
  });
  store.close();
  return path;
}

const start = (): Promise<Client> =>
  composeClient({
    places: { state, service: join(home, 'service'), syncFolder: join(home, 'Tandem') },
    host: terminalHost('desk'),
    log: { warn: () => undefined, error: (message, cause) => console.error(message, cause) },
    runService: runServiceProcess,
    systemProxy: noProxy,
  });

/** The limit of each step here, also on a busy computer. Waiting would take half a minute for a renewal, and a minute for any other answer. */
const SOON_MS = 20_000;

test.each([
  ['a valid token', Date.now() + 86_400_000],
  ['a token to be renewed first', 0],
])(
  'the client starts, serves its control socket and stops while the service does not answer, with %s',
  { timeout: 3 * SOON_MS },
  async (_which, expiresAt) => {
    await signedIn(expiresAt);
    const localPath = await linkedFolder();
    const beganAt = performance.now();
    const client = await start();
    expect(performance.now() - beganAt).toBeLessThan(SOON_MS);
    // The person is asked for without being waited for.
    await eventually('the service is asked', async () => connections.size > 0);
    const control = await connectControlSocket(controlSocket(state));
    const status = await control?.call('status.get', {});
    const account = { state: 'connecting', baseUrl, key: accountKey({ service: baseUrl, userId: '7' }), user: null };
    expect(status).toMatchObject({ ok: true, value: { state: 'syncing', account, roots: [{ localPath }] } });
    control?.close();
    const stoppingAt = performance.now();
    await client.stop();
    expect(performance.now() - stoppingAt).toBeLessThan(SOON_MS);
  },
);

test('tandem run starts without the answer too, and its status says that it is connecting', async () => {
  await signedIn(Date.now() + 86_400_000);
  await linkedFolder();
  const daemon = startTandem(['run', '--state', state]);
  try {
    await eventually('it runs', async () => daemon.stderr().includes('Keeping 1 folder'));
    const { stdout } = await tandem(['status', '--json', '--state', state]);
    expect(JSON.parse(stdout)).toMatchObject({ state: 'syncing', account: { state: 'connecting' } });
  } finally {
    expect((await daemon.kill('SIGTERM')).code).toBe(0);
  }
});

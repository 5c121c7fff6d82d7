import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLOSE_UNKNOWN_SESSION } from '../../../preload/ipc/transport/messages.ts';
import { toLoopback } from '../../support/browser/to-loopback.ts';
import { openWindow } from '../../support/browser/window-client.ts';
import { type StartedTandem, startTandem } from '../../support/desktop/started-tandem.ts';
import { eventually } from '../../support/programs/processes.ts';

/** Another user of the computer, beside a Tandem that runs as `npm start` starts it. Only root can become one. */
const canBecomeAnother = process.platform === 'linux' && process.getuid?.() === 0;

/** Runs as that user: what of each path it can do. The program was loaded before it gave up its rights. */
const PROBE = `
  const { accessSync, constants, readdirSync, readFileSync } = require('node:fs');
  const { connect } = require('node:net');
  const path = process.argv[1];
  process.setgroups([]); process.setgid(65534); process.setuid(65534);
  const can = (work) => { try { work(); return true; } catch (error) { return error.code; } };
  const socket = connect(path);
  const end = (connected) => {
    console.log(JSON.stringify({
      list: can(() => readdirSync(path)), read: can(() => readFileSync(path)),
      write: can(() => accessSync(path, constants.W_OK)), connected }));
    process.exit(0);
  };
  socket.once('connect', () => end(true));
  socket.once('error', (error) => end(error.code));`;

const tryAs = (path: string): Record<string, unknown> =>
  JSON.parse(spawnSync(process.execPath, ['-e', PROBE, path], { encoding: 'utf8' }).stdout);

/** Each place below the home of Tandem that holds something of the person. */
const PLACES = [
  'service',
  'service/service.db',
  'service/service.db-wal',
  'service/blobs',
  'service/service.sock',
  'service/socket.key',
  'client',
  'client/account.json',
  'client/secrets.json',
  'client/engine.db',
  'client/engine.db-wal',
  'client/state.lock',
  'client/settings.json',
  'client/control.sock',
  'client/socket.key',
  'Tandem',
  'Tandem/.tandem',
  'Tandem/.tandem/root',
] as const;

describe.runIf(canBecomeAnother)('a second user of the computer (runs as root only)', () => {
  let tandem: StartedTandem;
  let home: string;

  beforeAll(async () => {
    tandem = await startTandem();
    home = dirname(tandem.data);
    // The folder above is open, as a home folder is on many systems: what counts are our own modes.
    await chmod(home, 0o755);
    await writeFile(join(tandem.folder, 'letter.txt'), 'private');
    await eventually('uploaded', async () => tandem.web.find(tandem.remoteId, 'letter.txt'));
  }, 300_000);
  afterAll(async () => tandem?.close());

  test.each(PLACES)('can neither read nor change %s', (place) => {
    expect(existsSync(join(home, place))).toBe(true);
    const { list, read, write, connected } = tryAs(join(home, place));
    expect([list, read, write, connected]).not.toContain(true);
  });

  test('the control: the same probe reads and lists world-readable files', () => {
    expect(tryAs(home)).toMatchObject({ list: true });
  });

  test('finds one port open, that of the window, and is not let in there', async () => {
    const ports = listeningPorts(processesOf(home));
    const { origin, port } = new URL(await tandem.link());
    // On both loopback addresses.
    expect(new Set(ports)).toEqual(new Set([Number(port)]));
    expect(await openWindow(origin, {})).toBe(CLOSE_UNKNOWN_SESSION);
    expect(await openWindow(origin, { session: 'guess', link: 'guess' })).toBe(CLOSE_UNKNOWN_SESSION);
    expect(await statusOf(`${origin}/content/download/1`)).toBe(401);
  });

  test('finds no secret in the command lines and the environment that it can read', () => {
    const lines = processesOf(home).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    const secrets = readFileSync(join(home, 'client', 'secrets.json'), 'utf8').match(/[\w-]{20,}/g) ?? [];
    expect(lines.length).toBeGreaterThan(1);
    expect(secrets.length).toBeGreaterThan(0);
    for (const secret of secrets) expect(lines.join('\n')).not.toContain(secret);
  });
});

const statusOf = (url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false, lookup: toLoopback }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).once('error', reject);
  });

/** The processes that were started with this home. */
function processesOf(home: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`TANDEM_HOME=${home}`);
    } catch {
      return false; // It has ended.
    }
  });
}

/** TCP ports on which they listen, by the tables of the kernel. */
function listeningPorts(pids: readonly string[]): readonly number[] {
  const sockets = new Set(
    pids.flatMap((pid) =>
      readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
        try {
          return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
        } catch {
          return []; // It was closed.
        }
      }),
    ),
  );
  const rows = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n').slice(1),
  );
  const listening = rows.map((row) => row.trim().split(/\s+/)).filter(([, , , state]) => state === '0A');
  return listening
    .filter((row) => sockets.has(row[9] ?? ''))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16));
}

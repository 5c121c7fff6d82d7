import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../../support/programs/processes.ts';
import { run, start } from '../place/run-program.ts';
import type { PeerKind } from './peer.ts';
import { freePort } from './rclone-peer.ts';

const FOLDER = 'bench';
const LONGEST_MS = 60 * 60_000;

/**
 * Two Syncthing instances on loopback with their defaults, less what would talk to others: no relays, no discovery, no reports, no
 * port mapping. Its watcher collects changes for ten seconds by default; that is what people see.
 */
export const syncthingPeer: PeerKind = {
  program: 'syncthing',
  open: async ({ from, to, work, files }) => {
    const [here, there] = [await prepare(join(work, 'here')), await prepare(join(work, 'there'))];
    for (const [own, path] of [[here, from] as const, [there, to] as const]) await configure(own, path, [here, there]);
    const processes = [here, there].map(({ home }) =>
      start('syncthing', ['serve', `--home=${home}`, '--no-browser', '--no-restart', '--no-upgrade'], {
        STNOUPGRADE: '1',
      }),
    );
    const isDone = async () => {
      const status = (await ask(there, `/rest/db/status?folder=${FOLDER}`)) as Status;
      const whole = status.globalFiles >= files && status.needTotalItems === 0;
      return whole && status.state === 'idle' && status.localFiles >= files;
    };
    return {
      name: 'Syncthing',
      note: 'device to device, both directions in one',
      up: () => timed(() => eventually('Syncthing has everything', isDone, LONGEST_MS)),
      down: null,
      again: () => timed(() => ask(here, `/rest/db/scan?folder=${FOLDER}`, 'POST')),
      rename: (old, now) =>
        timed(async () => {
          await rename(join(from, old), join(from, now));
          await eventually('the folder has its new name', () => isThere(join(to, now)), LONGEST_MS);
          await eventually('and everything in it', isDone, LONGEST_MS);
        }),
      save: async (path, text) => {
        const started = performance.now();
        await writeFile(join(from, path), text);
        // Among 100,000 files the old one was seen missing for a moment before the new one was in its place.
        const isVisible = async () => (await readFile(join(to, path), 'utf8').catch(() => '')) === text;
        await eventually('the save', isVisible, 120_000);
        return performance.now() - started;
      },
      pids: () => processes.map(({ pid }) => pid),
      close: async () => {
        await Promise.all(processes.map((one) => one.stop()));
      },
    };
  },
};

type Instance = {
  readonly home: string;
  readonly id: string;
  readonly api: number;
  readonly port: number;
  readonly key: string;
};
type Status = {
  readonly state: string;
  readonly globalFiles: number;
  readonly localFiles: number;
  readonly needTotalItems: number;
};

async function prepare(home: string): Promise<Instance> {
  await mkdir(home, { recursive: true });
  await run('syncthing', ['generate', `--home=${home}`, '--no-default-folder', '--skip-port-probing']);
  const id = (await run('syncthing', [`--home=${home}`, '--device-id'])).trim();
  const key = /<apikey>([^<]+)<\/apikey>/.exec(await readFile(join(home, 'config.xml'), 'utf8'))?.[1] ?? '';
  return { home, id, key, api: await freePort(), port: await freePort() };
}

/** The file that it generated, with the addresses of this bench and without everything that asks others. */
async function configure(own: Instance, path: string, all: readonly Instance[]): Promise<void> {
  const file = join(own.home, 'config.xml');
  const before = await readFile(file, 'utf8');
  const silent: readonly (readonly [string, string])[] = [
    ['listenAddress', `tcp://127.0.0.1:${own.port}`],
    ['globalAnnounceEnabled', 'false'],
    ['localAnnounceEnabled', 'false'],
    ['relaysEnabled', 'false'],
    ['natEnabled', 'false'],
    ['urAccepted', '-1'],
    ['crashReportingEnabled', 'false'],
    ['autoUpgradeIntervalH', '0'],
  ];
  let text = before.replace(/<address>127\.0\.0\.1:\d+<\/address>/, `<address>127.0.0.1:${own.api}</address>`);
  for (const [name, value] of silent) {
    text = text.replace(new RegExp(`<${name}>[^<]*</${name}>`), `<${name}>${value}</${name}>`);
  }
  const devices = all
    .filter(({ id }) => id !== own.id)
    .map(({ id, port }) => `<device id="${id}" name="other"><address>tcp://127.0.0.1:${port}</address></device>`);
  const members = all.map(({ id }) => `<device id="${id}"/>`).join('');
  const folder = `<folder id="${FOLDER}" label="${FOLDER}" path="${path}" type="sendreceive" rescanIntervalS="3600" fsWatcherEnabled="true" fsWatcherDelayS="10">${members}</folder>`;
  await writeFile(file, text.replace('</configuration>', `${folder}${devices.join('')}</configuration>`));
}

async function ask({ api, key }: Instance, path: string, method = 'GET'): Promise<unknown> {
  return eventually(
    'Syncthing answers',
    async () => {
      const answer = await fetch(`http://127.0.0.1:${api}${path}`, { method, headers: { 'X-API-Key': key } }).catch(
        () => null,
      );
      if (answer === null || !answer.ok) return null;
      const text = await answer.text();
      return text === '' ? {} : (JSON.parse(text) as unknown);
    },
    LONGEST_MS,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return Math.round((performance.now() - started) / 10) / 100;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

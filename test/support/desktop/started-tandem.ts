import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { privatePlace } from '../../../main/account/account-record.ts';
import { findPlaces } from '../../../main/account/places.ts';
import { type ControlClient, connectControlSocket } from '../../../main/ipc/control-socket.ts';
import { controlSocket } from '../../../main/private/private-socket-path.ts';
import type { CommandInput, CommandName, CommandOutput } from '../../../preload/ipc/commands.ts';
import type { FeedMessage } from '../../../preload/ipc/feeds.ts';
import { type WebUser, webUser } from '../people/web-user.ts';
import { eventually, tandemService } from '../programs/processes.ts';
import { people } from '../window/studio/people.ts';

const computerOfAnn = new URL('./computer-of-ann.ts', import.meta.url).href;
const startEntry = fileURLToPath(new URL('../../../bin/start.mjs', import.meta.url));

/** Tandem as `npm start` starts it without a display: private service, engine and window, in its own home folder. */
export type StartedTandem = {
  /** The local sync folder and its remote folder. */
  readonly folder: string;
  readonly remoteId: string;
  /** Data directory of the private service. */
  readonly data: string;
  /** The same person over plain HTTP. */
  readonly web: WebUser;
  /** A fresh one-time link to the window. */
  link(): Promise<string>;
  /** Sends a command to the running process, as the command line does. */
  ask<Name extends CommandName>(name: Name, input?: CommandInput<Name>): Promise<CommandOutput<Name>>;
  readonly login: string;
  /** Creates another person on the same service. */
  person(login: string, name: string): Promise<WebUser>;
  /** One-time notices that the process emits from now on. */
  notices(): readonly FeedMessage<'notice'>[];
  stop(): Promise<void>;
  startAgain(): Promise<void>;
  close(): Promise<void>;
};

/** `isOfAnn`: uses the home folder of Ann on her computer, as after an installation; otherwise all files are in one folder. */
export async function startTandem({ isOfAnn = false }: { isOfAnn?: boolean } = {}): Promise<StartedTandem> {
  const home = await mkdtemp(join(tmpdir(), 'tandem-home-'));
  const env = { ...surroundings(home, isOfAnn), ...(isOfAnn ? { NODE_OPTIONS: `--import=${computerOfAnn}` } : {}) };
  const places = findPlaces({ env, platform: process.platform, home, exists: existsSync });
  // The private service uses an existing person.
  if (isOfAnn) await newPerson(places.service, 'ann@localhost', people.ann.name, 'admin');
  let running = await startProcess(env, places.state);

  const ask = async <Name extends CommandName>(
    name: Name,
    input?: CommandInput<Name>,
  ): Promise<CommandOutput<Name>> => {
    const result = await running.control.call(name, input ?? ({} as CommandInput<Name>));
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
    return result.value;
  };
  const root = await eventually('a sync root', async () => (await ask('root.list'))[0]);
  const { account } = await eventually('a signed-in person', async () => {
    const status = await ask('status.get');
    return status.account.user === null ? undefined : status;
  });
  const login = account.user?.login ?? '';
  const service = privatePlace(places.service);
  return {
    folder: root.localPath,
    remoteId: root.remoteId,
    data: places.service,
    web: webUser(service, await newToken(places.service, login)),
    login,
    async person(other, name) {
      await newPerson(places.service, other, name, 'user');
      return webUser(service, await newToken(places.service, other));
    },
    notices() {
      const told: FeedMessage<'notice'>[] = [];
      running.control.subscribe('notice', (notice) => told.push(notice));
      return told;
    },
    link: () =>
      eventually('the window is open', async () => {
        const answer = await running.control.call('window.link', {});
        return answer.ok ? answer.value.url : undefined;
      }),
    ask,
    stop: () => running.stop(),
    async startAgain() {
      running = await startProcess(env, places.state);
    },
    async close() {
      await running.stop();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Environment without a display, so that the window opens in the browser. */
export function surroundings(home: string, isPersonal: boolean): NodeJS.ProcessEnv {
  const {
    DISPLAY: _display,
    WAYLAND_DISPLAY: _wayland,
    TANDEM_HOME: _home,
    XDG_DATA_HOME: _data,
    ...kept
  } = process.env;
  const place = isPersonal ? { HOME: home, USERPROFILE: home } : { TANDEM_HOME: home };
  return { ...kept, ...place, NO_COLOR: '1' };
}

export async function startProcess(
  env: NodeJS.ProcessEnv,
  state: string,
  flags: readonly string[] = [],
): Promise<{ control: ControlClient; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [startEntry, ...flags], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = collect(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const control = await eventually(
    'the process answers on its control socket',
    async () => {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${printed()}`);
      return connectControlSocket(controlSocket(state));
    },
    60_000,
  );
  return {
    control,
    async stop() {
      control.close();
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  return () => text;
}

/** Creates another person on the service with this data directory. */
export async function newPerson(data: string, login: string, name: string, role: 'admin' | 'user'): Promise<void> {
  const made = await tandemService([
    'users',
    'create',
    '--data',
    data,
    '--login',
    login,
    '--name',
    name,
    '--role',
    role,
  ]);
  if (made.code !== 0) throw new Error(`users create: ${made.stderr}`);
}

/** An access token of a person on the service with this data directory. */
export async function newToken(data: string, login: string): Promise<string> {
  const made = await tandemService(['tokens', 'create', '--data', data, '--login', login, '--expires', '12h']);
  if (made.code !== 0) throw new Error(`tokens create: ${made.stderr}`);
  return made.stdout.trim();
}

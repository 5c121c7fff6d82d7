import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { describeOptions } from './cli/words/arguments.ts';
import { electronBinary } from './find-electron.ts';
import { runElectron } from './run-electron.ts';
import { keepHeapSmall } from './small-heap.ts';

/**
 * `npm start`: the app in Electron if a display and the binary are available, otherwise the same window on the loopback addresses.
 * `npm start -- --welcome`: a first start shows Welcome instead of creating a private service.
 */
const repository = fileURLToPath(new URL('..', import.meta.url));
const options = {
  welcome: { type: 'boolean', help: 'show Welcome at a first start instead of creating a private service' },
  help: { type: 'boolean', help: 'show this help' },
} as const;
const usage = 'Usage: npm start -- [OPTIONS] [FILE|LINK]...';

try {
  const { values, positionals } = parseArgs({ options, strict: true, allowPositionals: true });
  if (values.help === true) process.stdout.write(`${usage}\n\n${describeOptions(options)}\n`);
  else await start(values.welcome === true ? ['--welcome', ...positionals] : positionals);
} catch (error) {
  if (!isAboutArguments(error)) throw error;
  refuse(error.message.replace(/(\. .*)?$/s, '.'));
}

function refuse(message: string): void {
  process.stderr.write(`${message}\n${usage}\n\n${describeOptions(options)}\n`);
  process.exitCode = 2;
}

/** The app takes files and links, and after another `--` what Electron has for options. */
async function start(args: readonly string[]): Promise<void> {
  const binary = hasDisplay() ? electronBinary() : undefined;
  if (binary === undefined) {
    const given = args.find((arg) => arg !== '--welcome');
    return given === undefined
      ? runHeadless()
      : refuse(`Only the desktop app opens '${given}', and it can't start here.`);
  }
  if (!(await isBuilt())) {
    process.exitCode = 1;
    return;
  }
  const end = await runElectron(binary, [repository, ...args]);
  if (typeof end === 'number') {
    process.exitCode = end;
    return;
  }
  process.stderr.write(`Electron could not start: ${end.message}. Tandem opens in your browser instead.\n`);
  if (lacksSandbox()) process.stderr.write(`${sandboxHelp(binary)}\n`);
  await runHeadless();
}

/** What `parseArgs` throws for an argument that it does not know. */
function isAboutArguments(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

async function runHeadless(): Promise<void> {
  keepHeapSmall();
  await import('./headless.ts');
}

function hasDisplay(): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

/** Ubuntu 23.10 and newer keep the sandbox of Electron from programs without an AppArmor profile, unless its helper is setuid. */
function lacksSandbox(): boolean {
  const setting = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
  return existsSync(setting) && readFileSync(setting, 'utf8').trim() === '1';
}

function sandboxHelp(electron: string): string {
  const helper = path.join(path.dirname(electron), 'chrome-sandbox');
  return (
    'AppArmor keeps Electron from its sandbox on this system. Allow its helper, then start again: ' +
    `sudo chown root: "${helper}" && sudo chmod 4755 "${helper}"`
  );
}

async function isBuilt(): Promise<boolean> {
  const build = spawn(process.execPath, ['build.ts', '--if-needed'], { cwd: repository, stdio: 'inherit' });
  const [code] = (await once(build, 'exit')) as [number | null];
  return code === 0;
}

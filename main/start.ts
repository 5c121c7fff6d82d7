import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { electronBinary } from './find-electron.ts';
import { keepHeapSmall } from './small-heap.ts';

/**
 * `npm start`: the app in Electron if a display and the binary are available, otherwise the same window on the loopback address (commands.md, From
 * a clone). `npm start -- --welcome`: a first start shows Welcome instead of creating a private service.
 */
const binary = hasDisplay() ? electronBinary() : undefined;
if (binary === undefined) {
  keepHeapSmall();
  await import('./headless.ts');
} else process.exitCode = await runElectron(binary);

function hasDisplay(): boolean {
  if (process.platform === 'darwin' || process.platform === 'win32') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

/**
 * Lives until the app exits, and forwards a SIGTERM to it. A terminal sends the SIGINT of Ctrl-C to both: a second one would kill the app while it
 * shuts down.
 */
async function runElectron(binary: string): Promise<number> {
  const repository = fileURLToPath(new URL('..', import.meta.url));
  const build = spawn(process.execPath, ['build.ts', '--if-needed'], { cwd: repository, stdio: 'inherit' });
  const [built] = (await once(build, 'exit')) as [number | null];
  if (built !== 0) return 1;
  const app = spawn(binary, [repository, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => app.kill('SIGTERM'));
  const [code] = (await once(app, 'exit')) as [number | null];
  return code ?? 1;
}

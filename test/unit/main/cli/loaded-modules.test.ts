import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const noState = join(tmpdir(), 'tandem-no-state');
const cli = new URL('../../../../main/cli.ts', import.meta.url).href;

/** Runs the program with these words; what `told` says at the end of the process is written to standard error. */
async function runTelling(words: readonly string[], told: string): Promise<{ stdout: string; stderr: string }> {
  const code = `import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
    process.on('exit', () => { process.exitCode = 0; process.stderr.write(${told}); });
    await import(${JSON.stringify(cli)});`;
  return promisify(execFile)(process.execPath, ['--input-type=module', '-e', code, '--', 'tandem', ...words], {
    cwd: fileURLToPath(new URL('../../../../', import.meta.url)),
  });
}

test('the program does not have Node read its own copy of undici, which is 14 MB beside the one that it uses', async () => {
  const told = 'process.moduleLoadList.filter((name) => /undici/.test(name)).join()';
  const { stdout, stderr } = await runTelling(['status', '--quiet', '--json', '--state', noState], told);
  // Said by what opens a state, which reads the engine and the client of the service first.
  expect(stdout).toContain('no_state');
  expect(stderr).not.toContain('undici');
});

test('a command without requests loads neither the client of the service nor that of a running process', async () => {
  const told = 'urls.filter((url) => /node_modules[/](?:undici|ws)[/]/.test(url)).join()';
  const { stdout, stderr } = await runTelling(['status', '--quiet', '--json', '--state', noState], told);
  expect(stdout).toContain('no_state');
  expect(stderr).not.toContain('node_modules');
});

test('help is printed without loading the engine, the contract or any package', async () => {
  const told = 'urls.filter((url) => /node_modules|engine[/]engine|contract[/]op|compose-/.test(url)).join()';
  const { stdout, stderr } = await runTelling(['--help'], told);
  expect(stdout).toContain('tandem');
  expect(stderr).toBe('');
});

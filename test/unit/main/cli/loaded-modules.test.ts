import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const cli = new URL('../../../../main/cli.ts', import.meta.url).href;

test('the program does not have Node read its own copy of undici, which is 14 MB beside the one that it uses', async () => {
  const told = 'process.stderr.write(process.moduleLoadList.filter((name) => /undici/.test(name)).join())';
  const code = `process.on('exit', () => ${told}); await import(${JSON.stringify(cli)});`;
  const args = ['--input-type=module', '-e', code, '--', 'tandem', '--help'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: fileURLToPath(new URL('../../../../', import.meta.url)),
  });
  expect(stdout).toContain('tandem');
  expect(stderr).toBe('');
});

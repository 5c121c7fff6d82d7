import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const source = (file: string): string => JSON.stringify(new URL(`../../${file}`, import.meta.url).href);

/** Asks an address as the client does; prints the status, or the code of what went wrong. */
const program = (address: string, trusts: boolean): string => `
  const { createExchange } = await import(${source('main/api/exchange.ts')});
  const { trustSystemCertificates } = await import(${source('main/system-certificates.ts')});
  if (${trusts}) trustSystemCertificates((message, cause) => { throw new Error(message, { cause }); });
  const exchange = createExchange({ connectTimeoutMs: 5000, connections: 1 });
  const request = { method: 'GET', url: new URL(${JSON.stringify(address)}), headers: {}, body: null, timeoutMs: 9000, signal: undefined };
  const said = await exchange.send(request).then(({ status }) => String(status), (error) => JSON.stringify(error, ['code', 'cause', 'message']) + error.cause?.code);
  process.stdout.write(said);
  process.exit(0);
`;

test('a service behind the authority of a company is reached once the system trusts it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tandem-authority-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const at = (name: string): string => path.join(folder, name);
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  await run('openssl', ['req', '-x509', ...key, '-subj', '/CN=Company', '-keyout', at('ca.key'), '-out', at('ca.pem')]);
  await run('openssl', ['req', ...key, '-subj', '/CN=localhost', '-keyout', at('key.pem'), '-out', at('request.pem')]);
  await writeFile(at('names'), 'subjectAltName=IP:127.0.0.1');
  const signing = [
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    at('names'),
  ];
  await run('openssl', ['x509', '-req', '-in', at('request.pem'), ...signing, '-out', at('cert.pem')]);
  const identity = { key: await readFile(at('key.pem')), cert: await readFile(at('cert.pem')) };
  const server = createServer(identity, (_request, response) => void response.writeHead(204).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const ask = async (trusts: boolean): Promise<string> => {
    const command = ['--input-type=module', '--eval', program(address, trusts)];
    const env = { ...process.env, SSL_CERT_FILE: at('ca.pem') };
    return (await run(process.execPath, command, { env })).stdout;
  };
  expect(await ask(false)).toMatch(/certificate|CERT|VERIFY/i);
  expect(await ask(true)).toBe('204');
});

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startSocksProxy } from '../../support/lines/socks-proxy.ts';
import { eventually, startTandem, tandem } from '../../support/programs/processes.ts';

const run = promisify(execFile);
const source = (file: string): string => JSON.stringify(new URL(`../../../${file}`, import.meta.url).href);

/** How a program asks: whether it trusts the authorities of the system, and the proxy it goes through. */
type Way = { readonly trusts: boolean; readonly proxy?: string };

/** Requests a URL as the client does; prints the status, or the error code. */
const program = (address: string, { trusts, proxy }: Way): string => `
  const { createExchange } = await import(${source('main/api/transport/exchange.ts')});
  const { trustSystemCertificates } = await import(${source('main/system-certificates.ts')});
  if (${trusts}) trustSystemCertificates((message, cause) => { throw new Error(message, { cause }); });
  const exchange = createExchange({ connectTimeoutMs: 5000, connections: 1, proxy: () => ${JSON.stringify(proxy ?? null)} });
  const request = { method: 'GET', url: new URL(${JSON.stringify(address)}), headers: {}, body: null, timeoutMs: 9000, signal: undefined };
  const said = await exchange.send(request).then(({ status }) => String(status), (error) => JSON.stringify(error, ['code', 'cause', 'message']) + error.cause?.code);
  process.stdout.write(said);
  process.exit(0);
`;

/** A company with its own certificate authority, and an HTTPS server with a certificate of it for one name. */
async function startCompany(name: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tandem-authority-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const at = (file: string): string => path.join(folder, file);
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  await run('openssl', ['req', '-x509', ...key, '-subj', '/CN=Company', '-keyout', at('ca.key'), '-out', at('ca.pem')]);
  await run('openssl', ['req', ...key, '-subj', '/CN=service', '-keyout', at('key.pem'), '-out', at('request.pem')]);
  await writeFile(at('names'), `subjectAltName=${name}`);
  const authority = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2'];
  const signing = [...authority, '-extfile', at('names')];
  await run('openssl', ['x509', '-req', '-in', at('request.pem'), ...signing, '-out', at('cert.pem')]);
  const identity = { key: await readFile(at('key.pem')), cert: await readFile(at('cert.pem')) };
  const seen: string[] = [];
  const server = createServer(identity, ({ url = '' }, response) => {
    seen.push(url);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const env = { SSL_CERT_FILE: at('ca.pem') };
  const ask = async (address: string, way: Way): Promise<string> => {
    const command = ['--input-type=module', '--eval', program(address, way)];
    return (await run(process.execPath, command, { env: { ...process.env, ...env } })).stdout;
  };
  return { ask, env, seen, port: (server.address() as AddressInfo).port };
}

test('a service behind the authority of a company is reached once the system trusts it', async () => {
  const { ask, port } = await startCompany('IP:127.0.0.1');
  expect(await ask(`https://127.0.0.1:${port}/`, { trusts: false })).toMatch(/certificate|CERT|VERIFY/i);
  expect(await ask(`https://127.0.0.1:${port}/`, { trusts: true })).toBe('204');
});

test('the command line trusts the authority of a company', async () => {
  const { env, seen, port } = await startCompany('IP:127.0.0.1');
  const state = await mkdtemp(path.join(tmpdir(), 'tandem-trust-'));
  onTestFinished(() => rm(state, { recursive: true }));
  const service = ['--base-url', `https://127.0.0.1:${port}/2.0`, '--state', state];
  const asked = await tandem(['api', 'GET', '/users/me', ...service], { env: { ...env, TANDEM_TOKEN: 'secret' } });
  expect([asked.code, asked.stderr]).toEqual([0, '']);
  const signIn = startTandem(['login', '--no-browser', ...service], { env });
  const shown = await eventually(
    'the sign-in to be shown',
    async () => /https:\S+authorize\S+/.exec(signIn.stderr())?.[0],
  );
  const { searchParams } = new URL(shown);
  await fetch(`${searchParams.get('redirect_uri')}?code=1&state=${searchParams.get('state')}`);
  await signIn.finished;
  expect(seen).toEqual(['/2.0/users/me', expect.stringContaining('token')]);
});

test('TLS through a SOCKS 5 proxy is verified end to end: by the authority and by the name of the service', async () => {
  const { ask, seen, port } = await startCompany('DNS:service.internal');
  const place = `127.0.0.1:${port}`;
  const socks = await startSocksProxy({ 'service.internal': place, 'other.internal': place });
  onTestFinished(() => socks[Symbol.asyncDispose]());
  const through = { trusts: true, proxy: socks.address };
  expect(await ask('https://service.internal/trusted', through)).toBe('204');
  expect(await ask('https://service.internal/stranger', { ...through, trusts: false })).toMatch(/certificate|VERIFY/i);
  expect(await ask('https://other.internal/other', through)).toMatch(/ALTNAME|altnames/i);
  expect(socks.asked).toEqual(['service.internal:443', 'service.internal:443', 'other.internal:443']);
  expect(seen).toEqual(['/trusted']);
});

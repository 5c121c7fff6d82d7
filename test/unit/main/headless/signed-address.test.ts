import { expect, it } from 'vitest';
import { addressSigner } from '../../../../main/headless/signed-address.ts';

const HOUR_MS = 3_600_000;

it('signs a path with and without a query for one session, for an hour to the millisecond', () => {
  let atMs = 1_000;
  const signer = addressSigner(() => atMs);
  for (const path of ['/content/download/1', '/content/preview/1?version=2']) {
    const signed = signer.sign(path, 'mine').path;
    expect(new URL(signed, 'http://a').searchParams.get('window')).toBe('mine');
    expect(signer.sessionOf(signed)).toBe('mine');
  }
  const { path: address, expiresAtMs } = signer.sign('/drop/a', 'mine');
  expect(expiresAtMs).toBe(1_000 + HOUR_MS);
  atMs += HOUR_MS;
  expect(signer.sessionOf(address)).toBe('mine');
  atMs += 1;
  expect(signer.sessionOf(address)).toBeNull();
});

it('knows no address that another run signed, and none without a signature', () => {
  const signer = addressSigner(() => 0);
  expect(signer.sessionOf(addressSigner(() => 0).sign('/drop/a', 'mine').path)).toBeNull();
  expect(signer.sessionOf('/drop/a')).toBeNull();
  expect(signer.sessionOf('')).toBeNull();
});

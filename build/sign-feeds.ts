import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { feedBytes } from '../main/shell/updates/signed-feed.ts';

const Feed = z.looseObject({
  version: z.string(),
  files: z.array(z.looseObject({ url: z.string(), sha512: z.string() })).min(1),
});

/** The public key as embedded in the application. @throws when the key is not Ed25519. */
export function publicKeyOf(privateKeyPem: string): string {
  const key = createPrivateKey(privateKeyPem);
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error('TANDEM_UPDATE_KEY is not an Ed25519 private key in PEM form.');
  return createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
}

/** Signs a feed file (`latest*.yml`) in place. */
export async function signFeed(file: string, privateKeyPem: string): Promise<void> {
  const feed = Feed.parse(parse(await readFile(file, 'utf8')));
  const signature = sign(null, feedBytes(feed), privateKeyPem).toString('base64');
  await writeFile(file, stringify({ ...feed, signature }));
}

import { z } from 'zod';
import type { SecretStore } from '../secrets/secret-store.ts';

/** The application that signs in, as the service knows it. */
const SignInClient = z.object({
  clientId: z.string().min(1),
  /** Of a confidential client. Secret: never logged, never in a message. */
  clientSecret: z.string().min(1).optional(),
});
export type SignInClient = z.infer<typeof SignInClient>;

/** The result of a browser sign-in in the secret store. Secret: never logged, never in a message. */
const LoginTokens = SignInClient.extend({
  kind: z.literal('login'),
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
  /** Expiry of the access token, milliseconds since the epoch. */
  expiresAt: z.number(),
  /**
   * When the current exchange of the refresh token started; null if none is running. If a program ends between the response and the
   * next write, this stays set, and the stored token is used up.
   */
  renewingSince: z.number().nullable(),
});
export type LoginTokens = z.infer<typeof LoginTokens>;

/** What is left of a sign-in that has ended, so that the next one does not ask for the secret of the client again. */
const EndedLogin = SignInClient.extend({ kind: z.literal('ended') });

const KeptLogin = z.discriminatedUnion('kind', [LoginTokens, EndedLogin]);

/**
 * The name of the secret. Each state folder has its own sign-in, even to the same account: a refresh token works once, so two folders that shared
 * one would invalidate each other's.
 */
export const loginKey = (state: string, service: string): string => `login to ${service} in ${state}`;

/** The sign-in of a state folder; null when there is none. */
export async function readLogin(secrets: SecretStore, key: string): Promise<LoginTokens | null> {
  const kept = await readKept(secrets, key);
  return kept?.kind === 'login' ? kept : null;
}

/** The client of the current sign-in, or of one that has ended; null: unknown. */
export async function readSignInClient(secrets: SecretStore, key: string): Promise<SignInClient | null> {
  const kept = await readKept(secrets, key);
  return kept === null ? null : SignInClient.parse(kept);
}

async function readKept(secrets: SecretStore, key: string): Promise<z.infer<typeof KeptLogin> | null> {
  const text = await secrets.get(key);
  return text === null ? null : KeptLogin.parse(JSON.parse(text));
}

export async function writeLogin(secrets: SecretStore, key: string, tokens: LoginTokens): Promise<void> {
  await secrets.set(key, JSON.stringify(tokens));
}

/** Forgets the tokens of a sign-in that has ended. A secret of its client stays until the sign-out. */
export async function endLogin(secrets: SecretStore, key: string, ended: LoginTokens): Promise<void> {
  if (ended.clientSecret === undefined) await secrets.delete(key);
  else await secrets.set(key, JSON.stringify({ kind: 'ended', ...SignInClient.parse(ended) }));
}

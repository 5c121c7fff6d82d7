import { z } from 'zod';
import type { SecretStore } from '../secrets/secret-store.ts';

/** The result of a browser sign-in in the secret store. Secret: never logged, never in a message. */
const LoginTokens = z.object({
  kind: z.literal('login'),
  clientId: z.string().min(1),
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

/**
 * The name of the secret. Each state folder has its own sign-in, even to the same account: a refresh token works once, so two folders that shared
 * one would invalidate each other's.
 */
export const loginKey = (state: string, service: string): string => `login to ${service} in ${state}`;

/** The sign-in of a state folder; null when there is none. */
export async function readLogin(secrets: SecretStore, key: string): Promise<LoginTokens | null> {
  const text = await secrets.get(key);
  return text === null ? null : LoginTokens.parse(JSON.parse(text));
}

export async function writeLogin(secrets: SecretStore, key: string, tokens: LoginTokens): Promise<void> {
  await secrets.set(key, JSON.stringify(tokens));
}

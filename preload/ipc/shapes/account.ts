import { z } from 'zod';
import type { InWords } from '../../words/wording.ts';
import { words } from '../words.ts';

/** This computer's account, for Welcome and Settings. */

const refusal = z.object({ code: z.string(), message: words, remedy: words });

/**
 * A sign-in through the browser. `waiting`: the person signs in at `url`; it expires by itself. `hidden`: the system keyring refuses to hand out the
 * current one.
 */
const SignInProgress = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('hidden') }),
  z.object({ state: z.literal('waiting'), baseUrl: z.string(), url: z.url() }),
  z.object({ state: z.literal('failed'), baseUrl: z.string(), error: refusal }),
]);
export type SignInProgress = z.infer<typeof SignInProgress>;

export const Account = z.object({
  /**
   * - `none`: signed out, Welcome starts;
   * - `private`: this computer's own service, which needs no sign-in;
   * - `service`: signed in through the browser, even if that sign-in has expired;
   * - `given`: by a token supplied from outside, which only its supplier can change.
   */
  kind: z.enum(['none', 'private', 'service', 'given']),
  /** Null: `none`. */
  baseUrl: z.string().nullable(),
  /** True if this program can start a private service on this computer. */
  canStartPrivate: z.boolean(),
  /** Proposed folder to sync for a new account; absolute. */
  suggestedFolder: z.string(),
  /** To register at a service that signs in only its own applications. */
  redirectUri: z.string(),
  signIn: SignInProgress,
});
/** Wire format: messages as codes and arguments. */
export type AccountData = z.infer<typeof Account>;
/** The same with messages as text. */
export type Account = InWords<AccountData>;

/** The service found at a URL that a person typed. */
export const ServiceFound = z.object({
  baseUrl: z.string(),
  uploadUrl: z.string(),
  /** True if it signs in only applications that are registered there. */
  needsClient: z.boolean(),
});
export type ServiceFound = z.infer<typeof ServiceFound>;

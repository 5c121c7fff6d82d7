import type { CommandErrorData } from '../../../preload/ipc/commands.ts';
import type { ServiceAddress } from '../account-record.ts';
import type { GivenClient } from './sign-in-client.ts';

/** What the person entered to sign in with. */
type SignInOrder = { readonly address: ServiceAddress; readonly client: GivenClient };

export type SignInStanding =
  | { readonly state: 'none' }
  | { readonly state: 'waiting'; readonly baseUrl: string; readonly url: string }
  | { readonly state: 'failed'; readonly baseUrl: string; readonly error: CommandErrorData };

export type SignInDeskParts = {
  /** Guides the user through the sign-in and stores its result; `show` receives the URL for the browser. */
  signIn(order: SignInOrder, show: (url: string) => void, signal: AbortSignal): Promise<void>;
  /** Explains why it ended, for the user. */
  explain(error: unknown): CommandErrorData;
};

/** One sign-in at a time, independent of windows, with its current state. */
export type SignInDesk = {
  standing(): SignInStanding;
  /** Cancels the previous sign-in and starts another; resolves with the URL for the browser. */
  begin(order: SignInOrder): Promise<{ readonly url: string } | { readonly error: CommandErrorData }>;
  /** Cancels the current sign-in and clears the last result. */
  cancel(): void;
};

export function createSignInDesk({ signIn, explain }: SignInDeskParts): SignInDesk {
  let standing: SignInStanding = { state: 'none' };
  let running = new AbortController();
  const cancel = (): void => {
    running.abort();
    standing = { state: 'none' };
  };
  return {
    standing: () => standing,
    cancel,
    begin: (order) => {
      cancel();
      const { baseUrl } = order.address;
      const own = new AbortController();
      running = own;
      /** A replaced sign-in reports nothing more. */
      const stand = (now: SignInStanding): void => {
        if (running === own && !own.signal.aborted) standing = now;
      };
      return new Promise((resolve) => {
        const show = (url: string): void => {
          stand({ state: 'waiting', baseUrl, url });
          resolve({ url });
        };
        signIn(order, show, own.signal).then(
          () => stand({ state: 'none' }),
          (error: unknown) => {
            const refusal = explain(error);
            stand({ state: 'failed', baseUrl, error: refusal });
            resolve({ error: refusal });
          },
        );
      });
    },
  };
}

import type { TokenSource } from '../../../main/api/token-source.ts';
import type { HostedService, PersonName } from './service-host.ts';

/** The sign-in of a device: a token that ends, and one that is renewed for as long as the person is signed in. */
export type SignIn = TokenSource & {
  /** The token is good no more; the next one is there for the asking. */
  expire(): Promise<void>;
  /** The token is good no more, and only the person can get another. */
  end(): Promise<void>;
  begin(): Promise<void>;
};

export function openSignIn(hosted: HostedService, person: PersonName): SignIn {
  let token = hosted.tokens[person];
  let isSignedIn = true;
  const isFirst = (): boolean => token === hosted.tokens[person];
  return {
    token: async () => token,
    async renew(rejected) {
      if (!isSignedIn) return null;
      if (rejected === token) token = await hosted.issueToken(person);
      return token;
    },
    async expire() {
      // The first token is also that of the web, which stays.
      if (isFirst()) token = 'a token of long ago';
      else await hosted.revokeToken(token);
    },
    async end() {
      await this.expire();
      isSignedIn = false;
    },
    async begin() {
      isSignedIn = true;
    },
  };
}

import type { TokenSource } from '../../../../main/api/token-source.ts';
import type { HostedService, PersonName } from '../service/service-host.ts';

/** A device's sign-in: a token that expires, and a refresh that works while the person is signed in. */
export type SignIn = TokenSource & {
  /** The token expires; a refresh gives the next one. */
  expire(): Promise<void>;
  /** The token expires, and only the person can sign in again. */
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
      // The web uses the first token too, so that one must stay valid.
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

import OAuth2Server from '@node-oauth/oauth2-server';
import { accessTokenType } from '../../../contract/oauth.ts';
import { type NarrowedToken, narrowToken } from '../../domain/people/oauth/narrow-token.ts';
import { OAuthFault } from '../../domain/people/oauth/oauth-fault.ts';
import type { Service } from '../../domain/service.ts';

/**
 * The grant type of RFC 8693 as this format uses it: the exchanged token is sufficient proof, and the client need not identify
 * itself.
 */
export function tokenExchange(
  service: Service,
  form: URLSearchParams,
  done: (narrowed: NarrowedToken) => void,
): typeof OAuth2Server.AbstractGrantType {
  return class extends OAuth2Server.AbstractGrantType {
    async handle(_request: OAuth2Server.Request, client: OAuth2Server.Client): Promise<OAuth2Server.Token> {
      const type = form.get('subject_token_type');
      if (type !== accessTokenType) {
        throw new OAuthFault('invalid_request', `subject_token_type must be ${accessTokenType}.`);
      }
      const narrowed = await narrowToken(service, {
        subjectToken: form.get('subject_token') ?? '',
        scope: form.get('scope') ?? '',
        resource: form.get('resource'),
        sharedLink: form.get('box_shared_link'),
      });
      done(narrowed);
      return { accessToken: narrowed.accessToken, client, user: narrowed.caller.user };
    }
  };
}

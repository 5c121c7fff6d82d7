import OAuth2Server from '@node-oauth/oauth2-server';
import { subjectOfAssertion } from '../../domain/people/oauth/assertion-subject.ts';
import { grantedScopes } from '../../domain/people/oauth/authorization-request.ts';
import { issueForClient } from '../../domain/people/oauth/issue-tokens.ts';
import type { Service } from '../../domain/service.ts';
import { clientOf } from './token-model.ts';

/** The grant type of RFC 7523: a client proves with a signature which account it acts as. */
export function assertionGrant(service: Service, form: URLSearchParams): typeof OAuth2Server.AbstractGrantType {
  return class extends OAuth2Server.AbstractGrantType {
    async handle(_request: OAuth2Server.Request, client: OAuth2Server.Client): Promise<OAuth2Server.Token> {
      const record = clientOf(client);
      const user = await subjectOfAssertion(service, record, form.get('assertion') ?? '');
      const scopes = grantedScopes(record, form.get('scope') ?? undefined);
      const issued = await issueForClient(service, { user, clientId: record.id, scopes });
      return { accessToken: issued.accessToken, scope: [...issued.scopes], client, user };
    }
  };
}

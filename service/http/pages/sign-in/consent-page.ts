import type { FastifyReply } from 'fastify';
import type { applicationScopes } from '../../../../contract/scopes.ts';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import { html } from '../html.ts';
import { sendPage } from '../page.ts';
import { hiddenFields } from './sign-in-page.ts';

/** Input of the consent page. */
export interface ConsentPage {
  readonly formToken: string;
  /** Path and query of this page, which the form posts to. */
  readonly address: string;
  readonly clientName: string;
  readonly person: Pick<UserRecord, 'name' | 'login' | 'role'>;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
}

type AppScope = (typeof applicationScopes)[number];

/** The rights of each scope, as the end of a sentence that starts with "It may". */
const scopeWords: Readonly<Record<AppScope, string>> = {
  root_readonly: 'view and download all your files and folders',
  root_readwrite: 'view, add, edit, share and delete all your files and folders',
  manage_webhook: 'send notifications about your files and folders to other services (webhooks)',
  manage_groups: 'manage the groups that you administer',
  manage_app_users:
    'view the users of the enterprise, manage those that belong to applications, and act on their behalf',
  manage_managed_users: 'manage the users of the enterprise and act on their behalf',
  manage_enterprise_properties: 'view and change the settings, the event log and the devices of the enterprise',
  manage_data_retention: 'manage how long content is retained',
  manage_legal_hold: 'manage legal holds',
  enterprise_content: 'access all content of the enterprise',
};

/** Scopes that have no effect for a user who is not an administrator, until that changes. */
const adminScopes: readonly string[] = [
  'manage_app_users',
  'manage_managed_users',
  'manage_enterprise_properties',
  'manage_data_retention',
  'manage_legal_hold',
  'enterprise_content',
] satisfies AppScope[];

/** Asks the signed-in user whether an application may act in their name. */
export function sendConsentPage(reply: FastifyReply, page: ConsentPage): FastifyReply {
  const { formToken, address, clientName, person, scopes, redirectUri } = page;
  const body = html`<h1>Allow “${clientName}”?</h1>
<p>It requests access to the account of <strong>${person.name}</strong> (${person.login}). It may</p>
<ul>${wordsOf(scopes, person.role).map((text) => html`<li>${text}</li>`)}</ul>
<p class="soft">You will be redirected to ${placeOf(redirectUri)}.</p>
<form method="post" action="${address}">
${hiddenFields({ form_token: formToken })}
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" class="quiet">Deny</button>
</form>
<form method="post" action="/sign-out">
${hiddenFields({ form_token: formToken, to: address })}
<p class="soft">Not ${person.name}? <button type="submit" class="quiet">Use another account</button></p>
</form>`;
  return sendPage(reply, { title: `Allow ${clientName}`, body, formTargets: [formTarget(redirectUri)] });
}

/** The descriptions of the scopes for this user, without duplicates. */
function wordsOf(scopes: readonly string[], role: UserRecord['role']): readonly string[] {
  const isPlain = (scope: string) => role === 'user' && adminScopes.includes(scope);
  const isWithin = (scope: string) => scope === 'root_readonly' && scopes.includes('root_readwrite');
  const words = Object.entries(scopeWords)
    .filter(([scope]) => scopes.includes(scope) && !isPlain(scope) && !isWithin(scope))
    .map(([, text]) => text);
  if (!scopes.some(isPlain)) return words;
  return [...words, 'use administrator rights on your behalf, if you are given them'];
}

/** A description of the redirect target: an app on this device, or a site by its name. */
function placeOf(redirectUri: string): string {
  const url = new URL(redirectUri);
  if (url.protocol === 'https:') return url.host;
  return url.protocol === 'http:' ? 'an app on this device' : `the app that opens ${url.protocol} addresses`;
}

/** The redirect after the form, as a content security policy source; it cannot express IPv6 addresses. */
function formTarget(redirectUri: string): string {
  const url = new URL(redirectUri);
  const isNamed = /^https?:$/.test(url.protocol) && !url.hostname.startsWith('[');
  return isNamed ? url.origin : url.protocol;
}

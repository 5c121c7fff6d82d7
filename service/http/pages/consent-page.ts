import type { FastifyReply } from 'fastify';
import type { applicationScopes } from '../../../contract/scopes.ts';
import type { UserRecord } from '../../ports/metadata/users.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';
import { hiddenFields } from './sign-in-page.ts';

/** What a person is asked to allow. */
export interface ConsentPage {
  readonly formToken: string;
  /** Path and query of this page, where the answer goes. */
  readonly address: string;
  readonly clientName: string;
  readonly person: Pick<UserRecord, 'name' | 'login' | 'role'>;
  readonly scopes: readonly string[];
  readonly redirectUri: string;
}

type AppScope = (typeof applicationScopes)[number];

/** What each scope allows, in words that follow "It may". */
const scopeWords: Readonly<Record<AppScope, string>> = {
  root_readonly: 'see and download all your files and folders',
  root_readwrite: 'see, add, change, share and delete all your files and folders',
  manage_webhook: 'have changes to your files and folders sent to other services',
  manage_groups: 'manage the groups that you administer',
  manage_app_users: 'manage the users of the application',
  manage_managed_users: 'manage the people of the enterprise, and act as them',
  manage_enterprise_properties: 'see and change the settings, the log and the devices of the enterprise',
  manage_data_retention: 'manage how long content is retained',
  manage_legal_hold: 'manage legal holds',
  enterprise_content: 'reach the content of the whole enterprise',
};

/** Scopes of which somebody who administers nothing has nothing to fear, or to hope, until that changes. */
const adminScopes: readonly string[] = [
  'manage_app_users',
  'manage_managed_users',
  'manage_enterprise_properties',
  'manage_data_retention',
  'manage_legal_hold',
  'enterprise_content',
] satisfies AppScope[];

/** Asks the person who is signed in whether a program may act in their name. */
export function sendConsentPage(reply: FastifyReply, page: ConsentPage): FastifyReply {
  const { formToken, address, clientName, person, scopes, redirectUri } = page;
  const body = html`<h1>Allow “${clientName}”?</h1>
<p>It asks for access to the account of <strong>${person.name}</strong> (${person.login}). It may</p>
<ul>${wordsOf(scopes, person.role).map((text) => html`<li>${text}</li>`)}</ul>
<p class="soft">Your answer goes to ${placeOf(redirectUri)}.</p>
<form method="post" action="${address}">
${hiddenFields({ form_token: formToken })}
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" class="quiet">Deny</button>
</form>
<form method="post" action="/sign-out">
${hiddenFields({ form_token: formToken, to: address })}
<p class="soft">Not ${person.name}? <button type="submit" class="quiet">Sign in as somebody else</button></p>
</form>`;
  return sendPage(reply, { title: `Allow ${clientName}`, body, formTargets: [formTarget(redirectUri)] });
}

/** What the scopes come to for this person, each thing once. */
function wordsOf(scopes: readonly string[], role: UserRecord['role']): readonly string[] {
  const isPlain = (scope: string) => role === 'user' && adminScopes.includes(scope);
  const isWithin = (scope: string) => scope === 'root_readonly' && scopes.includes('root_readwrite');
  const words = Object.entries(scopeWords)
    .filter(([scope]) => scopes.includes(scope) && !isPlain(scope) && !isWithin(scope))
    .map(([, text]) => text);
  if (!scopes.some(isPlain)) return words;
  return [...words, 'use the rights of an administrator in your name, should you be given them'];
}

/** Where the answer goes, in words: a program on this device, or a site by its name. */
function placeOf(redirectUri: string): string {
  const url = new URL(redirectUri);
  if (url.protocol === 'https:') return url.host;
  return url.protocol === 'http:' ? 'a program on this device' : `the app that opens ${url.protocol} addresses`;
}

/** The redirect that follows the form, as a content security policy names it; it has no way to name an IPv6 address. */
function formTarget(redirectUri: string): string {
  const url = new URL(redirectUri);
  const isNamed = /^https?:$/.test(url.protocol) && !url.hostname.startsWith('[');
  return isNamed ? url.origin : url.protocol;
}

import type { FastifyReply } from 'fastify';
import type { UserRecord } from '../../../ports/metadata/people/users.ts';
import { html } from '../html.ts';
import { sendPage } from '../page.ts';

/** The pages that explain why a shared link does not open, or not yet. */

/** The same page for a link that was removed, has expired or never existed. */
export function sendGonePage(reply: FastifyReply): FastifyReply {
  const body = html`<h1>This link is not available</h1>
<p>The link was removed, has expired or is incomplete. Ask the person who sent it for a new one.</p>`;
  return sendPage(reply, { status: 404, title: 'This link is not available', body });
}

/** For a signed-in user outside the link's audience. */
export function sendNotForYouPage(reply: FastifyReply, person: UserRecord | null): FastifyReply {
  const who = person === null ? null : html`<p class="soft">You are signed in as ${person.name} (${person.login}).</p>`;
  const body = html`<h1>This link is not for you</h1>
<p>Only invited people can open it. Ask the person who sent it for an invitation.</p>${who}`;
  return sendPage(reply, { status: 403, title: 'This link is not for you', body });
}

/** Input of the password form; `trouble` is the error of the last attempt. */
export interface PasswordPage {
  readonly base: string;
  readonly trouble: { readonly status: number; readonly sentence: string } | null;
}

/** The password form of a link. */
export function sendPasswordPage(reply: FastifyReply, { base, trouble }: PasswordPage): FastifyReply {
  const described = trouble === null ? null : html` aria-describedby="trouble"`;
  const body = html`<h1>This link requires a password</h1>
<p>Ask the person who sent you the link for it.</p>
${trouble === null ? null : html`<p class="bad" role="alert" id="trouble">${trouble.sentence}</p>`}
<form method="post" action="${base}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" maxlength="256" required${described}>
<button type="submit">Open</button>
</form>`;
  return sendPage(reply, { status: trouble?.status ?? 200, title: 'This link requires a password', body });
}
